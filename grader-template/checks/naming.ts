// Records are named by their ids, or by other names of their own where a check says which.
import { mentions, type Names, readyNames } from '../text.ts';

/** What else a record is called. Two records never share a name: the compiler refuses that. */
export interface Naming {
  readonly id: string;
  readonly names: readonly string[];
}

/** Records and everything they may be called. */
export interface Called {
  readonly names: Names;
  /** Which of the records the text names, in their order. Looked for together, so that a name inside a longer name is not taken for a mention. */
  readonly named: (text: string) => readonly string[];
}

/** Gets ready to look for the records in any number of texts. */
export function called(ids: readonly string[], by: readonly Naming[]): Called {
  const known = new Set(ids);
  const others = by.filter(({ id }) => known.has(id));
  const names = readyNames([...ids, ...others.flatMap((other) => other.names)]);
  const bearers = new Map<string, Set<string>>();
  for (const [name, id] of [
    ...ids.map((one) => [one, one] as const),
    ...others.flatMap((other) => other.names.map((name) => [name, other.id] as const)),
  ])
    bearers.set(name, (bearers.get(name) ?? new Set()).add(id));
  return {
    names,
    named: (text) => {
      const found = new Set(mentions(text, names).flatMap((name) => [...(bearers.get(name) ?? [])]));
      return found.size === 0 ? [] : ids.filter((id) => found.has(id));
    },
  };
}
