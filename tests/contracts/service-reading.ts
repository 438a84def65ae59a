// How tests of services use a desk, and what they read out of its evidence and its records.
import { expect } from 'vitest';
import { canonicalJson } from '#grader/evidence/hash.ts';
import type { AuditEntry, DataRecord, FieldValue, World } from '#grader/evidence/types.ts';
import { type Filter, type FilterTest, filteredFields, type ServiceDefinition } from '#services/types.ts';
import { convertRecord } from '#workspace/fields.ts';
import { secondsOf } from '#workspace/lengths.ts';
import { writtenValue } from '#workspace/office.ts';
import { openZone } from '#workspace/times.ts';
import type { Desk, Office } from '#workspace/types.ts';

const zone = openZone('Europe/Berlin');

export function use(desk: Desk, tool: string, args: unknown) {
  return desk.call({ tool, args, via: 'proof' });
}

/** A page of a list that has to be given. */
export function listed(desk: Desk, tool: string, args: object) {
  const answer = use(desk, tool, { limit: 200, ...args });
  if (!answer.ok) throw new Error(`${tool} ${JSON.stringify(args)}: ${answer.error.message}`);
  const page = answer.result as {
    readonly items: readonly { readonly id: string }[];
    readonly total: number;
    readonly next_cursor?: string;
  };
  return { ids: page.items.map(({ id }) => id), total: page.total, next: page.next_cursor };
}

export function entriesOf(desk: Desk): AuditEntry[] {
  return (desk.evidence().get('audit.jsonl') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
}

export function worldOf(desk: Desk, side: 'before' | 'after'): World {
  return JSON.parse(desk.evidence().get(`world/main.${side}.json`) ?? '') as World;
}

/** The world with the log's changes taken back, last first. */
export function takenBack(world: World, entries: readonly AuditEntry[]): World {
  const state = new Map(Object.entries(world).map(([path, records]) => [path, new Map(records.map((record) => [record.id, record]))]));
  for (const { changes } of [...entries].reverse()) {
    for (const { collection, id, before, after } of [...changes].reverse()) {
      const records = state.get(collection);
      expect(canonicalJson(records?.get(id) ?? null)).toBe(canonicalJson(after));
      if (before === null) records?.delete(id);
      else records?.set(id, before);
    }
  }
  return Object.fromEntries([...state].map(([path, records]) => [path, [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))]));
}

interface RecordsInput {
  readonly services: readonly ServiceDefinition[];
  readonly office: Office;
  readonly idsOf?: Parameters<typeof convertRecord>[0]['context']['idsOf'];
}

/** Whatever is wrong with records of these services: their types, and that each is stored in the one form it has. */
export function recordProblems(records: World, { services, office, idsOf }: RecordsInput): readonly unknown[] {
  const context = { zone, ...(idsOf && { idsOf }) };
  return services.flatMap((service) =>
    Object.entries(service.collections).flatMap(([short, collection]) => {
      const defaults = (written: string | number | boolean) => writtenValue({ office, zone, service, written });
      const all = records[`${service.name}.${short}`] ?? [];
      const ids = all.map(({ id }) => id);
      const isSorted = ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);
      const problems: unknown[] = isSorted ? [] : [`ids of ${short} are not sorted, or stand twice`];
      for (const record of all) {
        const converted = convertRecord({ collection, raw: record, context, defaults });
        if (!converted.ok) problems.push(record.id, ...converted.problems);
        else if (canonicalJson(converted.record) !== canonicalJson(record)) problems.push({ found: record, stored: converted.record });
      }
      return problems;
    }),
  );
}

/** What a filter means, said a second time. `follow` leads along a reference of the record. */
export function selects(
  record: DataRecord,
  filter: Filter,
  wanted: unknown,
  follow: (record: DataRecord, reference: string) => readonly DataRecord[],
): boolean {
  return filteredFields(filter).some((written) => {
    const [first = '', second] = written.split('.');
    if (second === undefined) return passes(record[first], filter.test, wanted);
    const others = follow(record, first);
    return others.length === 0
      ? passes(undefined, filter.test, wanted)
      : others.some((other) => passes(other[second], filter.test, wanted));
  });
}

function passes(value: FieldValue | undefined, test: FilterTest, wanted: unknown): boolean {
  if (test === 'given') return (value !== undefined) === wanted;
  if (value === undefined) return false;
  const values: readonly unknown[] = [value].flat();
  switch (test) {
    case 'is':
      return plain(value) === plain(wanted);
    case 'in':
    case 'has':
      return values.some((one) => [wanted].flat().map(plain).includes(plain(one)));
    case 'contains':
      return values.some((one) => folded(one).includes(folded(wanted)));
    case 'before':
      return Date.parse(String(value)) < Date.parse(String(wanted));
    case 'after':
      return Date.parse(String(value)) > Date.parse(String(wanted));
    case 'on':
      return day(value) === wanted;
    case 'since':
      return day(value) >= String(wanted);
    case 'until':
      return day(value) <= String(wanted);
    case 'not_before':
      return Date.parse(String(value)) >= Date.parse(String(wanted));
    case 'not_after':
      return Date.parse(String(value)) <= Date.parse(String(wanted));
    case 'at_least':
      return amount(value) >= amount(wanted);
    case 'at_most':
      return amount(value) <= amount(wanted);
  }
}

function plain(one: unknown): unknown {
  return typeof one === 'string' && one.includes('@') ? one.toLowerCase() : one;
}

function folded(one: unknown): string {
  return String(one)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function amount(one: unknown): number {
  if (typeof one !== 'string') return Number(one);
  return one.startsWith('P') ? secondsOf(one) : Date.parse(one);
}

/** The day in Berlin, in winter. */
function day(one: unknown): string {
  return new Date(Date.parse(String(one)) + 3_600_000).toISOString().slice(0, 10);
}
