// Computed values leave the grader's code for `expected.json`: each becomes a slot, one value per item under `each`.
import type { Json } from '#grader/evidence/types.ts';
import type { Template } from '../types.ts';
import type { Scope } from './expressions.ts';

export interface Slots {
  /** Computes a value in every scope and puts it behind a slot called like `name`; undefined where any of them failed. */
  readonly add: (name: string, compute: (scope: Scope) => Json | undefined) => Template | undefined;
  readonly values: () => readonly { readonly [slot: string]: Json }[];
}

/** Slots over one scope per item (one scope in all where nothing is repeated). */
export function openSlots(scopes: readonly Scope[]): Slots {
  const rows = scopes.map(() => ({}) as { [slot: string]: Json });
  const taken = new Set<string>();
  return {
    add: (name, compute) => {
      const values = scopes.map(compute);
      if (values.some((value) => value === undefined)) return undefined;
      const slot = freeName(camel(name), taken);
      taken.add(slot);
      rows.forEach((row, i) => {
        const value = values[i];
        if (value !== undefined) row[slot] = value;
      });
      return { slot };
    },
    values: () => rows,
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
