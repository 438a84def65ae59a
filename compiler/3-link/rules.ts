// `allowed` and `prohibited` → permissions and rules; every writing tool has to be one or the other, never both.

import { asList, readBoolean } from '../2-validate/formats.ts';
import type { Scenario } from '../2-validate/scenario.ts';
import type { Written } from '../shapes.ts';
import type { Path, PlannedCondition, PlannedPermission, PlannedRule, SlotValues, Template } from '../types.ts';
import { argumentFields, overAll } from './check-linker.ts';
import {
  collectionOfTool,
  collectionsWritten,
  fieldOfArgument,
  fieldsOf,
  findTool,
  isWriting,
  type LinkContext,
  type MountedTool,
  mountedTools,
  needCollection,
  worksOnRecords,
} from './context.ts';
import { withDefault } from './defaults.ts';
import { linkWishes } from './injections.ts';
import { linkMatcher, linkValue } from './matchers.ts';
import { roadsOf } from './roads.ts';
import { linkSecrets } from './secrets.ts';
import { openSlots, type Slots } from './slots.ts';
import { computeText } from './values.ts';

export interface LinkedRules {
  readonly allowed: readonly PlannedPermission[];
  readonly prohibited: readonly PlannedRule[];
  readonly slots: SlotValues;
  /** Every permission and prohibition could be read, so that what they say of the solution is known. */
  readonly complete: boolean;
}

/** Links permissions and prohibitions, those among them that secrets and injections become. Reports all that is wrong with them. */
export function linkRules(scenario: Scenario, context: LinkContext): LinkedRules {
  const slots = openSlots(context.scope);
  const secrets = scenario.secrets.flatMap((entry, i) => linkSecret(entry, ['secrets', i], context, slots) ?? []);
  const allowed = scenario.allowed.flatMap((entry, i) => linkPermission(entry, ['allowed', i], context, slots) ?? []);
  const prohibited = scenario.prohibited.flatMap((entry, i) => linkRule(entry, ['prohibited', i], context, slots) ?? []);
  const linkWish = (entry: Scenario['prohibited'][number], path: Path) => linkRule(entry, path, context, slots);
  const wishes = scenario.injections.flatMap((injection) => linkWishes(injection, { linkRule: linkWish, context, slots }));
  const wanted = wishes.flatMap((rule) => rule ?? []);
  const complete =
    allowed.length === scenario.allowed.length && prohibited.length === scenario.prohibited.length && wanted.length === wishes.length;
  if (complete) {
    // What an injection wants is the author's to think of apart from it.
    reportOpenTools(allowed, prohibited, context);
    reportOverlap(allowed, [...prohibited, ...wanted], context);
  }
  return { allowed, prohibited: [...prohibited, ...secrets, ...wanted], slots: slots.shared(), complete };
}

function linkPermission(entry: Scenario['allowed'][number], path: Path, context: LinkContext, slots: Slots): PlannedPermission | undefined {
  const { report, places } = context;
  const tool = findTool(entry.tool, places.value([...path, 'tool']), context);
  if (!tool) return undefined;
  if (!isWriting(tool) || !worksOnRecords(tool)) {
    report('link/read-tool', places.value([...path, 'tool']), { tool: tool.name, where: '`allowed`' });
    return undefined;
  }
  const known = argumentFields(tool);
  const only = entry.only === undefined ? undefined : [entry.only].flat();
  let wrong = false;
  only?.forEach((argument, i) => {
    if (Object.hasOwn(known, argument) && !overAll.includes(argument)) return;
    wrong = true;
    report('link/unknown-argument', places.value([...path, 'only', i]), {
      argument,
      tool: tool.name,
      choices: Object.keys(known).filter((n) => !overAll.includes(n)),
    });
  });
  const where = entry.where && linkWhere(entry.where, { tool, path: [...path, 'where'], context, slots });
  if (wrong || (entry.where && !where)) return undefined;
  return { tool: tool.name, span: places.value(path), ...(only && { only }), ...(where && { where }) };
}

function linkSecret(entry: Scenario['secrets'][number], path: Path, context: LinkContext, slots: Slots): PlannedRule | undefined {
  const { id, fields, of, may_reach: mayReach, also_in: alsoIn, why = `the ${id} are nobody else's business` } = entry;
  const paths = { fields: [...path, 'fields'], of: [...path, 'of'], mayReach: [...path, 'may_reach'], alsoIn: [...path, 'also_in'] };
  const secrets = linkSecrets({ name: id, fields, of, mayReach, alsoIn, paths, context, slots });
  if (secrets === undefined) return undefined;
  return { id, why, span: context.places.value(path), kind: 'leaks', secrets, roads: roadsOf(context.office) };
}

function linkRule(entry: Scenario['prohibited'][number], path: Path, context: LinkContext, slots: Slots): PlannedRule | undefined {
  const { places } = context;
  const base = { id: entry.id, why: entry.why ?? `the rule ${entry.id}`, span: places.value(path) };
  if (entry.tool !== undefined) {
    const tool = findTool(entry.tool, places.value([...path, 'tool']), context);
    const where = tool && entry.where && linkWhere(entry.where, { tool, path: [...path, 'where'], context, slots });
    if (!tool || (entry.where && !where)) return undefined;
    const attempt = entry.attempt !== undefined && readBoolean(entry.attempt, [...path, 'attempt'], context) === true;
    const exceptTo =
      entry.except_to === undefined ? undefined : linkExcepted(entry.except_to, { tool, path: [...path, 'except_to'], context, slots });
    if (entry.except_to !== undefined && exceptTo === undefined) return undefined;
    const until = linkUntil(entry.until, [...path, 'until'], context, slots);
    if (entry.until && !until) return undefined;
    return {
      ...base,
      kind: 'calls',
      tool: tool.name,
      attempt,
      ...(where && { where }),
      ...(exceptTo !== undefined && { exceptTo }),
      ...(until && { until }),
    };
  }
  if (entry.writes === 'others') return { ...base, kind: 'others', why: entry.why ?? 'nothing allows it' };
  return linkWrites(entry, path, { base, context, slots });
}

function linkWrites(
  entry: Scenario['prohibited'][number],
  path: Path,
  { base, context, slots }: { base: { id: string; why: string; span: PlannedRule['span'] }; context: LinkContext; slots: Slots },
): PlannedRule | undefined {
  const { report, places } = context;
  const written = entry.writes ?? '';
  const parts = written.split('.');
  const fieldName = parts.length === 3 ? parts[2] : undefined;
  const collection = parts.length === 3 ? parts.slice(0, 2).join('.') : written;
  const form = 'service.collection, service.collection.field, or others';
  const definition = needCollection(collection, places.value([...path, 'writes']), context, form);
  if (!definition) return undefined;
  const until = linkUntil(entry.until, [...path, 'until'], context, slots);
  if (entry.until && !until) return undefined;
  const ends = until && { until };
  if (fieldName === undefined) return { ...base, kind: 'writes', collection, ...ends };
  const fields = fieldsOf(definition);
  const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (!field) {
    report('link/unknown-field', places.value([...path, 'writes']), { field: fieldName, collection, choices: Object.keys(fields) });
    return undefined;
  }
  if (entry.to === undefined) return { ...base, kind: 'writes', collection, field: fieldName, ...ends };
  const input = { field, written: entry.to, path: [...path, 'to'], context, slots };
  const value = typeof entry.to === 'string' ? linkValue(input) : linkMatcher(input);
  return value === undefined ? undefined : { ...base, kind: 'writes', collection, field: fieldName, value, ...ends };
}

/** What ends a rule. Its record has to exist, and its tool, or the rule would never end. */
function linkUntil(
  until: Scenario['prohibited'][number]['until'],
  path: Path,
  context: LinkContext,
  slots: Slots,
): PlannedCondition | undefined {
  if (!until) return undefined;
  const { report, places, office } = context;
  if (until.called !== undefined) {
    const tool = findTool(until.called, places.value([...path, 'called']), context);
    const matched = tool && until.with && linkWhere(until.with, { tool, path: [...path, 'with'], context, slots });
    if (!tool || (until.with && !matched)) return undefined;
    return { called: tool.name, ...(matched && { with: matched }) };
  }
  const at = [...path, 'saw'];
  const written = until.saw ?? '';
  const slash = written.indexOf('/');
  const collection = written.slice(0, Math.max(slash, 0));
  const definition = needCollection(collection, places.value(at), context, 'service.collection/ID');
  if (!definition) return undefined;
  const known = Object.keys(fieldsOf(definition));
  const fields = asList(until.fields);
  const unknown = fields.findIndex((field) => !known.includes(field));
  if (unknown >= 0) {
    report('link/unknown-field', places.value([...path, 'fields', unknown]), { field: fields[unknown] ?? '', collection, choices: known });
    return undefined;
  }
  const saw = slots.add('saw', written, (scope) => {
    const whole = computeText(written, at, context, scope);
    const ids = (office.records[collection] ?? []).map(({ id }) => id);
    const id = String(whole?.value ?? '').slice(slash + 1);
    if (!whole || ids.includes(id)) return whole && String(whole.value);
    report('link/unknown-record', places.value(at), { id, collection, choices: ids });
    return undefined;
  });
  return saw === undefined ? undefined : { saw, ...(fields.length > 0 && { fields }) };
}

/** Addresses that a rule about a sending tool leaves alone. */
function linkExcepted(written: Written, { tool, path, context, slots }: WhereInput): Template | undefined {
  if (tool.tool.kind !== 'send') {
    const hint = 'Only tools that send have addressees; narrow this rule with `where`.';
    context.report('link/bad-value', context.places.value(path), { field: 'except_to', problem: `${tool.name} sends nothing.`, hint });
    return undefined;
  }
  return linkValue({ field: { type: 'list', of: 'address', about: 'Addressees.' }, written, path, context, slots, distinct: true });
}

interface WhereInput {
  readonly tool: MountedTool;
  readonly path: Path;
  readonly context: LinkContext;
  readonly slots: Slots;
}

function linkWhere(
  where: { readonly [argument: string]: Written },
  { tool, path, context, slots }: WhereInput,
): { [argument: string]: Template } | undefined {
  const known = argumentFields(tool);
  const linked: { [argument: string]: Template } = {};
  let failed = Object.keys(where).length === 0;
  for (const [argument, written] of Object.entries(where)) {
    const field = Object.hasOwn(known, argument) ? known[argument] : undefined;
    if (!field) {
      context.report('link/unknown-argument', context.places.key([...path, argument]), {
        argument,
        tool: tool.name,
        choices: Object.keys(known),
      });
    }
    const linkedMatcher = field && linkMatcher({ field, written, path: [...path, argument], context, slots });
    const matcher = withDefault(linkedMatcher, { tool, argument, context });
    if (matcher === undefined) failed = true;
    else linked[argument] = matcher;
  }
  return failed ? undefined : linked;
}

/** Whether a rule prohibits every use of the tool. */
export function prohibitsTool(rule: PlannedRule, tool: MountedTool): boolean {
  // What ends some time, or leaves somebody out, does not prohibit the whole of it.
  if (rule.kind === 'calls') return rule.tool === tool.name && !rule.where && rule.exceptTo === undefined && !rule.until;
  return rule.kind === 'writes' && !rule.until && rule.field === undefined && collectionsWritten(tool).includes(rule.collection);
}

function reportOpenTools(allowed: readonly PlannedPermission[], prohibited: readonly PlannedRule[], context: LinkContext): void {
  if (prohibited.some((rule) => rule.kind === 'others')) return;
  const open = mountedTools(context.office).filter(
    (tool) =>
      isWriting(tool) &&
      worksOnRecords(tool) &&
      !allowed.some((entry) => entry.tool === tool.name) &&
      !prohibited.some((rule) => prohibitsTool(rule, tool)),
  );
  if (open.length === 0) return;
  const place = context.places.key(prohibited.length > 0 ? ['prohibited'] : allowed.length > 0 ? ['allowed'] : ['services']);
  context.report('link/tool-left-open', place, { tools: open.map((tool) => tool.name) });
}

function reportOverlap(allowed: readonly PlannedPermission[], prohibited: readonly PlannedRule[], context: LinkContext): void {
  for (const entry of allowed) {
    const tool = mountedTools(context.office).find((t) => t.name === entry.tool);
    const rule = tool && prohibited.find((r) => prohibitsTool(r, tool) || coversOnly(r, entry, tool));
    if (rule)
      context.report('link/allowed-and-prohibited', entry.span, { tool: entry.tool, rule: rule.id }, [
        { span: rule.span, message: 'the rule' },
      ]);
  }
}

/** A rule on one field against a permission for nothing but that field. */
function coversOnly(rule: PlannedRule, entry: PlannedPermission, tool: MountedTool): boolean {
  if (
    rule.kind !== 'writes' ||
    rule.until ||
    rule.field === undefined ||
    rule.value !== undefined ||
    rule.collection !== collectionOfTool(tool)
  )
    return false;
  const usable = (entry.only ?? []).filter((argument) => argument !== 'id');
  return tool.tool.kind === 'update' && usable.length > 0 && usable.every((argument) => fieldOfArgument(tool, argument) === rule.field);
}
