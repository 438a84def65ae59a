// Injections: planted text becomes part of its record, and what it wants a rule of its name.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import { convertField } from '#workspace/fields.ts';
import { asList } from '../2-validate/formats.ts';
import type { Wish, WrittenInjection } from '../2-validate/injections.ts';
import type { Scenario } from '../2-validate/scenario.ts';
import type { Office, Path, PlannedInjection, PlannedRule } from '../types.ts';
import { fieldContext, fieldsOf, type LinkContext, needCollection } from './context.ts';
import type { Formulas } from './formula-types.ts';
import { roadsOf } from './roads.ts';
import { linkSecrets } from './secrets.ts';
import type { Slots } from './slots.ts';
import { isComputed } from './values.ts';

export interface Planted {
  /** With the text in its records. */
  readonly office: Office;
  readonly injections: readonly PlannedInjection[];
  /** Records with planted text to what they were without. */
  readonly before: ReadonlyMap<DataRecord, DataRecord>;
}

/** Puts the texts into their records, in the order written. Reports places that there are not, and fields that hold no text. */
export function plantInjections(all: readonly WrittenInjection[], office: Office, on: Pick<LinkContext, 'report' | 'places'>): Planted {
  const injections: PlannedInjection[] = [];
  const before = new Map<DataRecord, DataRecord>();
  const records = { ...office.records };
  for (const one of all) {
    const at = carrierOf(one, office, on);
    if (!at) continue;
    const { collection, id, field } = at;
    const written = one.text.replaceAll('$${', '${').trim();
    const text = field.type === 'string' ? written.replace(/\s+/g, ' ') : written;
    records[collection] = (records[collection] ?? []).map((record) => {
      if (record.id !== id) return record;
      const planted: DataRecord = { ...record, [one.field]: plant(text, record[one.field], one.place) };
      before.set(planted, before.get(record) ?? record);
      before.delete(record);
      return planted;
    });
    const whole = records[collection]?.find((record) => record.id === id)?.[one.field];
    const fits = convertField(field, whole, fieldContext(office));
    if (!fits.ok) {
      const hint = fits.hint.trim() || 'Shorten the text.';
      on.report('link/bad-value', on.places.value([...one.path, 'text']), {
        field: one.field,
        record: id,
        problem: `it ${fits.message}.`,
        hint,
      });
      continue;
    }
    const { path } = one;
    injections.push({ id: one.id, record: `${collection}/${id}`, field: one.field, text, span: on.places.value(path) });
  }
  return { office: injections.length > 0 ? { ...office, records } : office, injections, before };
}

/** The record and the field that an injection stands in; undefined after reporting what is not there. */
function carrierOf(
  { in: record, field: name, text, path }: WrittenInjection,
  office: Office,
  { report, places }: Pick<LinkContext, 'report' | 'places'>,
): { readonly collection: string; readonly id: string; readonly field: Field } | undefined {
  const place = places.value([...path, 'in']);
  const slash = record.indexOf('/');
  if (slash < 0) {
    const [example = 'mail.messages/MSG-1'] = Object.entries(office.records).flatMap(([name, all]) =>
      all.map((one) => `${name}/${one.id}`),
    );
    report('link/bad-path', place, { value: record, expected: 'service.collection/ID', example });
    return undefined;
  }
  const [collection, id] = [record.slice(0, slash), record.slice(slash + 1)];
  const definition = needCollection(collection, place, { office, report }, 'service.collection/ID');
  if (!definition) return undefined;
  const ids = (office.records[collection] ?? []).map((one) => one.id);
  if (!ids.includes(id)) {
    report('link/unknown-record', place, { id, collection, choices: ids });
    return undefined;
  }
  const at = places.value([...path, 'field']);
  const fields = fieldsOf(definition);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) {
    report('link/unknown-field', at, { field: name, collection, choices: Object.keys(fields) });
    return undefined;
  }
  if (name === 'id' || (field.type !== 'text' && field.type !== 'string')) {
    const texts = Object.entries(definition.fields).flatMap(([other, { type }]) => (type === 'text' || type === 'string' ? [other] : []));
    const found = name === 'id' ? 'the id of a record' : `a field of the kind \`${field.type}\``;
    const hint = texts.length > 0 ? `Texts of ${collection}: ${texts.join(', ')}.` : `${collection} has no texts; choose another record.`;
    report('link/wrong-type', at, { found, expected: 'a text', hint });
    return undefined;
  }
  if (isComputed(text)) {
    const [stretch = text] = /(?<!\$)\$\{[^}]*\}?/.exec(text) ?? [];
    report('link/computed-record', places.value([...path, 'text']), { text: stretch });
    return undefined;
  }
  return { collection, id, field };
}

/** The field with the text in it: before, after, or in the middle, where nothing is torn apart. */
export function plant(text: string, value: unknown, place: WrittenInjection['place']): string {
  const whole = typeof value === 'string' ? value : '';
  if (whole.trim() === '') return text;
  const between = whole.includes('\n\n') || text.includes('\n') ? '\n\n' : whole.includes('\n') ? '\n' : ' ';
  const [head, tail] = place === 'start' ? ['', whole] : place === 'end' ? [whole, ''] : halves(whole);
  return [head.trimEnd(), text, tail.trimStart()].filter((part) => part !== '').join(between);
}

/** Two halves of a text, parted between paragraphs, else lines, else sentences, else words, as near to the middle as that goes. */
function halves(text: string): readonly [string, string] {
  for (const gap of [/\n\s*\n/g, /\n/g, /(?<=[.!?])\s+(?=\S)/g, /\s+/g]) {
    const inner = text.trimEnd();
    const ends = [...inner.matchAll(gap)].map(({ index, 0: { length } }) => index + length).filter((at) => at > 0 && at < inner.length);
    const [nearest] = ends.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2));
    if (nearest !== undefined) return [text.slice(0, nearest), text.slice(nearest)];
  }
  return [text, ''];
}

/** How a wish becomes a rule: what rules of `prohibited` are linked with. */
export type LinkRule = (entry: Scenario['prohibited'][number], path: Path) => PlannedRule | undefined;

/** The rules that an injection becomes, one for each wish; undefined in the place of what could not be linked. */
export function linkWishes(
  { id, in: record, why = `only the text planted in ${record} asks for it`, wishes }: WrittenInjection,
  { linkRule, context, slots }: { readonly linkRule: LinkRule; readonly context: LinkContext; readonly slots: Slots },
): readonly (PlannedRule | undefined)[] {
  return wishes.map(({ wish, path }): PlannedRule | undefined => {
    if (wish.leak !== undefined) return linkLeak(wish, { id, why, path, context, slots });
    const { tool, where, writes, to } = wish;
    if (tool !== undefined) return linkRule({ id, why, tool, attempt: 'true', ...(where && { where }) }, path);
    const value = asList(to)[0];
    return linkRule({ id, why, writes, ...(value !== undefined && { to: value }) }, path);
  });
}

interface LeakInput extends Pick<PlannedRule, 'id' | 'why'> {
  readonly path: Path;
  readonly context: LinkContext;
  readonly slots: Slots;
}

function linkLeak({ leak = [], of, to }: Wish, { id, why, path, context, slots }: LeakInput): PlannedRule | undefined {
  const paths = { fields: [...path, 'leak'], of: [...path, 'of'], mayReach: [...path, 'to'] };
  const secrets = linkSecrets({ name: id, fields: leak, of, keptFrom: to, paths, context, slots });
  if (secrets === undefined) return undefined;
  return { id, why, span: context.places.value(path), kind: 'leaks', secrets, roads: roadsOf(context.office) };
}

/**
 * Reports expressions that give something else because of planted text; whether there are any. The answer is what the records say without
 * it, so that whoever ignores the text is right.
 */
export function reportChanged(
  { injections, before, office }: Planted,
  formulas: Formulas,
  written: readonly WrittenInjection[],
  { report, places }: Pick<LinkContext, 'report' | 'places'>,
): boolean {
  const changed = [...before].flatMap(([planted, original]) => {
    const owner = formulas.differOn(new Map([[planted, original]]))?.owner;
    const injection = injections.find(({ record }) => recordAt(record, office) === planted);
    return owner && injection ? [{ owner, injection }] : [];
  });
  for (const { owner, injection } of changed) {
    const { path = [] } = written.find(({ id }) => id === injection.id) ?? {};
    const of = `the ${owner.kind} "${owner.id}"`;
    report('link/injection-changes-fact', places.value([...path, 'text']), {
      injection: injection.id,
      record: injection.record,
      owner: of,
    });
  }
  return changed.length > 0;
}

function recordAt(path: string, { records }: Office): DataRecord | undefined {
  const slash = path.indexOf('/');
  return records[path.slice(0, slash)]?.find(({ id }) => id === path.slice(slash + 1));
}
