// What a call changes beside its own record: the records that this one leads to, as the tool says under `also`.
import type { Change, DataRecord, FieldValue, Json } from '#grader/evidence/types.ts';
import {
  type Also,
  type Amounts,
  type Collection,
  type FindCollection,
  isDetail,
  type ServiceDefinition,
  type Tool,
} from '#services/types.ts';
import { sumDecimals } from '../decimals.ts';
import { convertField } from '../fields.ts';
import { collectionNamed, type Done, fieldOf, oddRefusal, type Refusal, type ToolUse, valueIn } from './kind.ts';
import { sameValue, withValues } from './record.ts';

/** The outcome with what else changes by `records`, each change after the tool's own; or why it cannot be done. */
export function withAlso<T extends Tool>(use: ToolUse<T>, done: Done, records: readonly DataRecord[]): Done | Refusal {
  const also = alsoOf(use.tool);
  if (also.length === 0) return done;
  const pending = openPending(use, done.changes);
  for (const record of records) {
    for (const one of also) {
      const refusal = pending.follow(one, record);
      if (refusal !== undefined) return refusal;
    }
  }
  const touched = pending.touched();
  if (touched.length === 0) return done;
  const shown = touched.map(({ path, id, fields }): [string, readonly string[]] => {
    const key = `${path}/${id}`;
    return [key, [...new Set([...(done.shown.get(key) ?? []), 'id', ...fields.map(([name]) => name)])]];
  });
  const entries = touched.map(({ path, id, fields }): Json => ({ collection: path, id, ...Object.fromEntries(fields) }));
  return {
    ok: true,
    result: { ...(done.result as { readonly [field: string]: Json }), also: entries },
    shown: new Map([...done.shown, ...shown]),
    changes: pending.changes(),
  };
}

/** What the tool says that it changes beside its own record. */
export function alsoOf(tool: Tool): readonly Also[] {
  return 'also' in tool ? (tool.also ?? []) : [];
}

/** `inventory.products`: where the records are that an `also` of a tool changes. Undefined where the definition does not say. */
export function alsoPath(
  { every, to }: Also,
  { service, tool }: { readonly service: ServiceDefinition; readonly tool: Tool },
): string | undefined {
  const start = every ?? tool.collection;
  return to === undefined ? `${service.name}.${start}` : fieldOf(collectionNamed(service, start), to).to;
}

/** Said in a tool's description, as far as the other services are mounted. */
export function alsoNote(tool: Tool, service: ServiceDefinition, find: FindCollection): string {
  const notes = alsoOf(tool).flatMap((one) => {
    const other = find(alsoPath(one, { service, tool }) ?? '');
    if (other === undefined) return [];
    const amounts = (verb: string, word: string, values: Amounts = {}) =>
      Object.entries(values).map(([field, amount]) => `${verb} ${amount} ${word} ${field}`);
    const deeds = [
      ...amounts('adds', 'to', one.adds),
      ...amounts('takes', 'from', one.takes),
      ...Object.entries(one.sets ?? {}).map(([field, value]) => `sets ${field} to ${value === '$now' ? 'now' : String(value)}`),
    ].join(' and ');
    const each = one.every === undefined ? '' : `for every ${collectionNamed(service, one.every).noun} of it `;
    const refused = one.takes === undefined ? '' : '; refused where there is less';
    return [`It also changes ${each}the ${other.noun}${one.to === undefined ? '' : ` under ${one.to}`}: ${deeds}${refused}.`];
  });
  return notes.join(' ');
}

/** The changes of a call that is not over yet: each record with what was done to it so far. */
function openPending<T extends Tool>(use: ToolUse<T>, own: readonly Change[]) {
  const { tool, service, world, office } = use;
  const byKey = new Map(own.map((change) => [`${change.collection}/${change.id}`, change]));
  const others = new Map<string, Set<string>>();

  return {
    /** Does what an `also` says for one record of the tool. */
    follow(one: Also, record: DataRecord): Refusal | undefined {
      const path = alsoPath(one, use);
      const collection = path === undefined ? undefined : office.findCollection(path);
      if (path === undefined || collection === undefined) return undefined;
      for (const from of startsOf(one, record)) {
        const ids = one.to === undefined ? [from.id] : [valueIn(from, one.to) ?? []].flat().map(String);
        for (const id of new Set(ids)) {
          const refusal = change(one, { path, id, collection, from });
          if (refusal !== undefined) return refusal;
        }
      }
      return undefined;
    },
    changes: (): readonly Change[] => [...byKey.values()],
    /** Records that came to be changed beside the tool's own, with their new values as far as lists show them. */
    touched() {
      return [...others].flatMap(([key, names]) => {
        const { collection: path, id, after } = byKey.get(key) ?? {};
        const fields = path === undefined ? {} : (office.findCollection(path)?.fields ?? {});
        if (path === undefined || id === undefined || after === null || after === undefined) return [];
        const seen = [...names].flatMap((name): [string, FieldValue][] => {
          const [field, value] = [fields[name], valueIn(after, name)];
          if (field === undefined || value === undefined || isDetail(field)) return [];
          return [[name, field.type === 'time' ? office.zone.show(String(value)) : value]];
        });
        return [{ path, id, fields: seen }];
      });
    },
  };

  function startsOf({ every, by }: Also, record: DataRecord): readonly DataRecord[] {
    if (every === undefined || by === undefined) return [record];
    return world.all(`${service.name}.${every}`).filter((other) => [valueIn(other, by) ?? []].flat().includes(record.id));
  }

  interface Target {
    readonly path: string;
    readonly id: string;
    readonly collection: Collection;
    /** The record that led there. */
    readonly from: DataRecord;
  }

  function change(one: Also, { path, id, collection, from }: Target): Refusal | undefined {
    const key = `${path}/${id}`;
    const pending = byKey.get(key);
    const record = pending === undefined ? world.get(path, id) : pending.after;
    if (record === undefined || record === null) return undefined;
    const values = new Map<string, FieldValue | undefined>();
    for (const [name, amount] of [...Object.entries(one.adds ?? {}), ...Object.entries(one.takes ?? {})]) {
      const isTaken = Object.hasOwn(one.takes ?? {}, name);
      const much = typeof amount === 'number' ? amount : Number(valueIn(from, amount) ?? 0);
      if (much < 0) return belowNothing({ one, id, noun: collection.noun, name, amount: String(amount), from, isTaken, much });
      const there = Number(valueIn(record, name) ?? 0);
      const left = sumDecimals([there, isTaken ? -much : much]);
      if (isTaken && much > 0 && left < 0) return tooLittle({ path, id, noun: collection.noun, name, there, much });
      const converted = convertField(fieldOf(collection, name), left, { zone: office.zone });
      if (!converted.ok) {
        const message = `${name} of ${collection.noun} ${id} would become a value that ${converted.message}.`;
        return { ok: false, code: 'wrong_argument', message, hint: converted.hint };
      }
      if (much !== 0) values.set(name, converted.value);
    }
    for (const [name, written] of Object.entries(one.sets ?? {})) {
      const converted = convertField(fieldOf(collection, name), office.value(service, written), { zone: office.zone });
      values.set(name, converted.ok ? converted.value : undefined);
    }
    const changed = new Map([...values].filter(([name, value]) => !sameValue(valueIn(record, name), value)));
    if (changed.size === 0) return undefined;
    const after = withValues(record, Object.keys(collection.fields), changed);
    const odd = oddRefusal(collection, after, office);
    if (odd !== undefined) return odd;
    byKey.set(key, pending === undefined ? { effect: 'update', collection: path, id, before: record, after } : { ...pending, after });
    others.set(key, new Set([...(others.get(key) ?? []), ...changed.keys()]));
    return undefined;
  }

  /** Taking less than nothing would add, and the other way round, past what `takes` looks at. */
  function belowNothing(found: {
    readonly one: Also;
    readonly id: string;
    readonly noun: string;
    /** The field that would be changed. */
    readonly name: string;
    /** The field that says by how much. */
    readonly amount: string;
    readonly from: DataRecord;
    readonly isTaken: boolean;
    readonly much: number;
  }): Refusal {
    const { one, id, noun, name, amount, from, isTaken, much } = found;
    const would = `${calledName()} would ${isTaken ? `take ${amount} from` : `add ${amount} to`} ${name} of ${noun} ${id}`;
    if (one.every === undefined && use.args.has(amount)) {
      const message = `${amount} is ${much}, and ${would}; nothing was done.`;
      return { ok: false, code: 'wrong_argument', message, hint: `Give ${amount} as 0 or more.` };
    }
    const owner = collectionNamed(service, one.every ?? tool.collection).noun;
    const message = `${amount} of ${owner} ${from.id} is ${much}, and ${would}; nothing was done.`;
    return { ok: false, code: 'conflict', message, hint: `It works where ${amount} is 0 or more.` };
  }

  function calledName(): string {
    const short = Object.entries(service.tools).find(([, other]) => other === tool)?.[0];
    return short === undefined ? tool.title : `${service.name}.${short}`;
  }

  function tooLittle(found: {
    readonly path: string;
    readonly id: string;
    readonly noun: string;
    readonly name: string;
    readonly there: number;
    readonly much: number;
  }): Refusal {
    const { path, id, noun, name, there, much } = found;
    const finder = office.finder(path);
    return {
      ok: false,
      code: 'conflict',
      message: `${calledName()} would take ${much} from ${name} of ${noun} ${id}, and there is ${there}; nothing was done.`,
      hint: finder === undefined ? `Look at ${name} of ${noun} ${id} first.` : `${finder} shows what there is.`,
    };
  }
}
