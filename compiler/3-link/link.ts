// Phase 3: Scenario → Plan. Names are resolved, facts computed, loops unrolled, types checked. Reports every mistake.

import type { Scenario } from '../2-validate/scenario.ts';
import type { Code } from '../diagnostics/catalogue.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Fact, Places, Plan } from '../types.ts';
import { linkChecks, namingRule } from './checks.ts';
import { fieldContext, type LinkContext } from './context.ts';
import { openExpressions, type Typed, toJson } from './expressions.ts';
import { linkOffice } from './office.ts';
import { linkRules } from './rules.ts';
import { linkDecoys, linkSolution } from './solution.ts';
import { computeValue } from './values.ts';

export interface LinkInput {
  readonly scenario: Scenario;
  readonly places: Places;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  readonly report: Report;
}

/** The plan; undefined when anything was reported. */
export function link(input: LinkInput): Plan | undefined {
  const { scenario, places } = input;
  let mistakes = 0;
  let officeIsWhole = true;
  const report: Report = (...args) => {
    mistakes++;
    // What is computed from records that could not be read says nothing about the expression.
    if (officeIsWhole || !doubtful.has(args[0])) input.report(...args);
  };
  const office = linkOffice({ scenario, places, assets: input.assets, report });
  officeIsWhole = mistakes === 0;
  const broken = new Set<string>();
  const expressions = openExpressions(office, { report, places, facts: Object.keys(scenario.facts), broken });
  const scope = new Map<string, Typed>();
  const context: LinkContext = { office, expressions, report, places, scope, fields: fieldContext(office) };

  const facts = linkFacts(scenario, context, { scope, broken });
  const request = computeValue(scenario.request, { type: 'text', about: '' }, ['request'], context, scope);
  const rules = linkRules(scenario, context);
  const checks = linkChecks(scenario.checks, context);
  const solution = linkSolution(scenario, rules, context);
  const decoys = linkDecoys(scenario, context);
  if (mistakes > 0 || request === undefined) return undefined;

  return {
    id: scenario.id,
    folder: office.task,
    title: scenario.title,
    about: scenario.about,
    taxonomy: scenario.taxonomy,
    request: String(request),
    office,
    facts,
    allowed: rules.allowed,
    prohibited: rules.prohibited,
    ruleSlots: rules.slots,
    checks,
    solution,
    decoys,
    passMark: scenario.passMark,
    places,
  };
}

const doubtful: ReadonlySet<Code> = new Set<Code>(['link/expression-failed', 'link/empty-list']);

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
