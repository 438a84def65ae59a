// Records are named by their ids, or by other names of their own where a check says which.
import { mentions } from '../text.ts';

/** What else a record is called. Two records never share a name: the compiler refuses that. */
export interface Naming {
  readonly id: string;
  readonly names: readonly string[];
}

/** Everything the records may be called. */
export function namesOf(ids: readonly string[], by: readonly Naming[]): readonly string[] {
  return [...ids, ...by.flatMap(({ id, names }) => (ids.includes(id) ? names : []))];
}

/** Which of the records the text names. Looked for together, so that a name inside a longer name is not taken for a mention. */
export function recordsNamed(text: string, ids: readonly string[], by: readonly Naming[]): readonly string[] {
  const found = new Set(mentions(text, namesOf(ids, by)));
  return ids.filter((id) => found.has(id) || by.some((other) => other.id === id && other.names.some((name) => found.has(name))));
}
