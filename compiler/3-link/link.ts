// Phase 3: Scenario → Plan. Names are resolved, facts computed, loops unrolled, types checked. Reports every mistake.

import type { ServiceDefinition } from '#services/types.ts';
import type { Scenario } from '../2-validate/scenario.ts';
import { checkKinds } from '../checks/index.ts';
import type { Code } from '../diagnostics/catalogue.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { OfficeReadings } from '../office-assets.ts';
import type { Written } from '../shapes.ts';
import type { Fact, Office, Path, Places, Plan } from '../types.ts';
import { linkChecks } from './checks.ts';
import { fieldContext, type LinkContext, usesFolder } from './context.ts';
import { namingRule } from './each.ts';
import { openExpressions, type Typed, toJson } from './expressions.ts';
import { linkFaults, reportUnchecked } from './faults.ts';
import { linkFiles, reportMissingPictures } from './files.ts';
import { openFormulaBook } from './formulas.ts';
import { plantInjections, reportChanged } from './injections.ts';
import { linkOffice } from './office.ts';
import { linkRules } from './rules.ts';
import { secretFieldNames } from './secrets.ts';
import { linkDecoys, linkSolution } from './solution.ts';
import { computeValue } from './values.ts';

export interface LinkInput {
  readonly scenario: Scenario;
  readonly places: Places;
  /** Keys of the scenario that could not be read whole: there is no plan then, but there may be more mistakes. */
  readonly damaged: ReadonlySet<string>;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** What was read out of office files among them. */
  readonly readings: OfficeReadings;
  /** The services that can be mounted, by name. */
  readonly catalogue: { readonly [name: string]: ServiceDefinition };
  /** Paths of YAML files beside service files that are not called so. */
  readonly misnamed?: readonly string[];
  readonly report: Report;
}

/** The plan; undefined when anything was reported. */
export function link(input: LinkInput): Plan | undefined {
  const { scenario, places } = input;
  let mistakes = 0;
  let officeIsWhole = true;
  let faultsAreWhole = true;
  const emptyLists = new Set<string>();
  const report: Report = (...args) => {
    mistakes++;
    // What is computed from records that could not be read says nothing about the expression, and so on.
    if (!officeIsWhole && doubtful.has(args[0])) return;
    if (!faultsAreWhole && args[0] === 'link/no-fault') return;
    if ([...input.damaged].some((key) => consequences.get(key)?.has(args[0]))) return;
    // An empty fact is one mistake, wherever it is used.
    const [code, , { expression }] = args as readonly [string, unknown, { expression?: string }, ...unknown[]];
    const list = code === 'link/empty-list' ? expression?.replace(/^\$\{([\s\S]*)\}$/, '$1').trim() : undefined;
    if (list !== undefined && emptyLists.has(list)) return;
    if (list !== undefined) emptyLists.add(list);
    input.report(...args);
  };
  const seeded = linkOffice({ scenario, places, assets: input.assets, catalogue: input.catalogue, misnamed: input.misnamed ?? [], report });
  officeIsWhole = mistakes === 0;
  const planted = plantInjections(scenario.injections, seeded, { places, report });
  const faults = linkFaults(scenario.faults, { office: seeded, places, report });
  faultsAreWhole = faults.length === scenario.faults.length;
  const office: Office = { ...planted.office, ...(faults.length > 0 && { faults }) };
  const broken = new Set<string>();
  const book = openFormulaBook();
  const expressions = openExpressions(office, {
    report,
    places,
    facts: Object.keys(scenario.facts),
    broken,
    lens: book.lens,
    onComputed: book.add,
  });
  const scope = new Map<string, Typed>();
  const secretFields = secretFieldNames([
    ...scenario.secrets.flatMap(({ fields, also_in }) => [fields, also_in]),
    ...scenario.checks.flatMap(({ keys }) => [keys.leak, keys.also_in]),
  ]);
  const context: LinkContext = {
    office,
    expressions,
    report,
    places,
    scope,
    fields: fieldContext(office),
    secretFields,
    request: String(scenario.request),
  };

  const facts = linkFacts(scenario, context, { scope, broken });
  const formulas = () => book.formulas({ office, places, ownerAt: (path) => ownerAt(path, scenario) });
  // Facts that planted text changes are said at once: what else is wrong may only come of them.
  if (officeIsWhole && reportChanged(planted, formulas(), scenario.injections, context)) officeIsWhole = false;
  const files = hasFolder(scenario) || usesFolder(office) ? linkFiles(scenario.files ?? [], input, context) : undefined;
  if (files && scenario.files) reportMissingPictures(files, context);
  const request = computeValue(scenario.request, { type: 'text', about: '' }, ['request'], context, scope);
  const withFiles = { ...context, files: files ?? [] };
  const rules = linkRules(scenario, withFiles);
  const checks = linkChecks(scenario.checks, withFiles);
  if (checks.length === scenario.checks.length) reportUnchecked(scenario.faults, checks, context);
  const solution = linkSolution(scenario, rules, context);
  const decoys = linkDecoys(scenario, context);
  if (mistakes === 0) reportChanged(planted, formulas(), scenario.injections, context);
  if (mistakes > 0 || input.damaged.size > 0 || request === undefined) return undefined;

  return {
    id: scenario.id,
    folder: office.task,
    title: scenario.title,
    about: scenario.about,
    taxonomy: scenario.taxonomy,
    request: String(request),
    office,
    ...(files && { files }),
    facts,
    allowed: rules.allowed,
    prohibited: rules.prohibited,
    ruleSlots: rules.slots,
    checks,
    solution,
    decoys,
    passMark: scenario.passMark,
    scoring: scenario.scoring,
    untested: scenario.untested.map((entry, i) => ({ ...entry, span: places.value(['untested', i]) })),
    injections: planted.injections,
    formulas: formulas(),
    places,
  };
}

/** Whether the agent has a folder: something lies in it, is expected there, or is put there by the solution. */
function hasFolder({ files, checks, solution }: Scenario): boolean {
  const writes = (steps: Scenario['solution']): boolean =>
    steps.some((step) => step.kind === 'file' || (step.kind === 'each' && writes(step.steps)));
  return files !== undefined || writes(solution) || checks.some(({ kind, keys }) => looksAtFiles(kind, keys));
}

function looksAtFiles(kind: string, keys: { readonly [key: string]: Written }): boolean {
  if (checkKinds[kind]?.folder) return true;
  // Checks inside checks stand below the key of their kind.
  const inner = [keys[kind] ?? []].flat() as readonly Written[];
  return inner.some(
    (part) =>
      typeof part === 'object' &&
      !Array.isArray(part) &&
      Object.keys(part).some((key) => checkKinds[key] && looksAtFiles(key, part as { readonly [key: string]: Written })),
  );
}

/** Id of the check or rule at `['checks', 0]`; of a permission, its tool. */
function ownerAt([key, index]: Path, { checks, prohibited, allowed, secrets, injections }: Scenario): string {
  const i = Number(index);
  if (key === 'secrets') return secrets[i]?.id ?? '';
  if (key === 'injections') return injections[i]?.id ?? '';
  return (key === 'checks' ? checks[i]?.id : key === 'prohibited' ? prohibited[i]?.id : allowed[i]?.tool) ?? '';
}

const doubtful: ReadonlySet<Code> = new Set<Code>(['link/expression-failed', 'link/empty-list']);

/** What may only seem to be wrong where the part of the scenario below a key could not be read. */
const consequences: ReadonlyMap<string, ReadonlySet<Code>> = new Map([
  ['now', doubtful],
  ['zone', doubtful],
  ['facts', new Set<Code>(['link/expression-unknown-name'])],
  ['allowed', new Set<Code>(['link/tool-left-open', 'link/prohibited-in-solution', 'link/not-allowed-in-solution'])],
  [
    'prohibited',
    new Set<Code>(['link/tool-left-open', 'link/unknown-check', 'link/prohibited-in-solution', 'link/not-allowed-in-solution']),
  ],
  ['checks', new Set<Code>(['link/weights-sum', 'link/unknown-check', 'link/fault-unchecked'])],
  ['faults', new Set<Code>(['link/no-fault'])],
  ['injections', new Set<Code>(['link/unknown-check'])],
  ['solution', new Set<Code>(['link/unknown-label'])],
  ['answer', new Set<Code>(['link/unknown-answer', 'link/no-answer-form'])],
]);

/** Facts in the order written; each may use those above it. */
function linkFacts(
  scenario: Scenario,
  context: LinkContext,
  { scope, broken }: { readonly scope: Map<string, Typed>; readonly broken: Set<string> },
): readonly Fact[] {
  return Object.entries(scenario.facts).flatMap(([name, expression]) => {
    const path = ['facts', name];
    broken.add(name);
    if (!/^[a-z][A-Za-z0-9_]*$/.test(name) || !context.expressions.mayBeNamed(name)) {
      context.report('validate/bad-id', context.places.key(path), { id: name, what: 'the name of a fact', rule: namingRule });
      return [];
    }
    const typed = context.expressions.evaluate(expression, { path, offset: 0 }, scope);
    if (!typed) return [];
    broken.delete(name);
    scope.set(name, typed);
    return [{ name, expression: expression.trim(), type: typed.type, value: toJson(typed.value) }];
  });
}
