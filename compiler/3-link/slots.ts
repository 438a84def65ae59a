// Computed values leave the grader's code for `expected.json`: each becomes a slot, one value per item where it depends on the item.
import type { Json, SlotValues, Template } from '../types.ts';
import type { Scope } from './expressions.ts';

export interface Slots {
  /**
   * Computes a value and puts it behind a slot called like `name`; undefined where that failed. `written` is the text it comes from:
   * where that names the loop's variable, there is one value per item, else one for all. `type`: what the grader calls such values,
   * for those whose form differs from one to the next.
   */
  readonly add: (name: string, written: string, compute: (scope: Scope) => Json | undefined, type?: string) => Template | undefined;
  /** A slot per item whose value depends on all items; computed when they are known. */
  readonly derive: (name: string, compute: (item: SlotValues, all: readonly SlotValues[]) => Json) => Template;
  /** The same, but no slot (undefined) where the value is `usual` for every item. */
  readonly deriveUnless: (
    usual: Json,
    name: string,
    compute: (item: SlotValues, all: readonly SlotValues[]) => Json,
  ) => Template | undefined;
  /** Values of the slots that are the same for every item, or of all slots where nothing is repeated. */
  readonly shared: () => SlotValues;
  /** Values per item; one row where nothing is repeated. */
  readonly items: () => readonly SlotValues[];
  /** Slot to the grader's type, where one was named. */
  readonly types: () => { readonly [slot: string]: string };
}

export interface Loop {
  readonly variable: string;
  /** One per item. */
  readonly scopes: readonly Scope[];
}

/** Opens the slots of a check (with its loop, if it has one) or of the rules. */
export function openSlots(scope: Scope, loop?: Loop): Slots {
  const shared: { [slot: string]: Json } = {};
  const rows = (loop?.scopes ?? []).map(() => ({}) as { [slot: string]: Json });
  const types: { [slot: string]: string } = {};
  // The list of items stands beside the shared values in expected.json.
  const taken = new Set(['items']);
  const name = (wanted: string, type?: string): string => {
    const slot = freeName(camel(wanted), taken);
    taken.add(slot);
    if (type !== undefined) types[slot] = type;
    return slot;
  };
  const computed = (compute: (item: SlotValues, all: readonly SlotValues[]) => Json): readonly Json[] => {
    const all = rows.map((row) => ({ ...shared, ...row }));
    return loop ? all.map((row) => compute(row, all)) : [compute(shared, [shared])];
  };
  const fill = (wanted: string, values: readonly Json[]): Template => {
    const slot = name(wanted);
    for (const [i, value] of values.entries()) (rows[i] ?? shared)[slot] = value;
    return { slot };
  };
  return {
    add: (wanted, written, compute, type) => {
      if (!loop || !new RegExp(`\\b${loop.variable}\\b`).test(written)) {
        const value = compute(loop?.scopes[0] ?? scope);
        if (value === undefined) return undefined;
        const slot = name(wanted, type);
        shared[slot] = value;
        return loop ? { slot, shared: true } : { slot };
      }
      const values = loop.scopes.map(compute);
      if (values.some((value) => value === undefined)) return undefined;
      const slot = name(wanted, type);
      rows.forEach((row, i) => {
        row[slot] = values[i] ?? null;
      });
      return { slot };
    },
    derive: (wanted, compute) => fill(wanted, computed(compute)),
    deriveUnless: (usual, wanted, compute) => {
      const values = computed(compute);
      return values.every((value) => JSON.stringify(value) === JSON.stringify(usual)) ? undefined : fill(wanted, values);
    },
    shared: () => shared,
    items: () => rows,
    types: () => types,
  };
}

/** `only-those` → `onlyThose`, `out_of` → `outOf`. */
export function camel(name: string): string {
  return name.replace(/[-_. /]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}${number}`)) number++;
  return `${name}${number}`;
}
