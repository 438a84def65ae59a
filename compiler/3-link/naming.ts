// Other names of records beside their ids: values of fields that a person would call them by. Two records never share one.
import { fold } from '#grader/text.ts';
import type { Written } from '../shapes.ts';
import type { Path } from '../types.ts';
import { fieldsOf, findCollection, type LinkContext } from './context.ts';

export interface NamingInput {
  /** Names of fields. */
  readonly by: Written;
  readonly path: Path;
  readonly ids: readonly string[];
  readonly context: LinkContext;
}

/** One entry for each record that has another name. */
export interface Named {
  readonly id: string;
  readonly names: readonly string[];
}

/** What the records are called beside their ids; undefined after reporting an unknown field or a name that two of them have. */
export function otherNames({ by, path, ids, context }: NamingInput): readonly Named[] | undefined {
  const { report, places, office } = context;
  const fields = typeof by === 'string' ? [by] : Object.values(by).map(String);
  const placeOf = (i: number) => places.value(typeof by === 'string' ? path : [...path, i]);
  const owners = new Map<string, string>();
  const found: Named[] = [];
  for (const id of new Set(ids)) {
    const [collection = '', records = []] =
      Object.entries(office.records).find(([, list]) => list.some((record) => record.id === id)) ?? [];
    const record = records.find((one) => one.id === id);
    const known = Object.keys(fieldsOf(findCollection(collection, office) ?? { about: '', noun: '', prefix: '', fields: {} }));
    const names: string[] = [];
    for (const [i, field] of fields.entries()) {
      if (!known.includes(field)) {
        report('link/unknown-field', placeOf(i), { field, collection, choices: known });
        return undefined;
      }
      for (const name of [record?.[field] ?? []].flat().map(String)) {
        const key = fold(name);
        const other = owners.get(key) ?? id;
        if (other !== id || key === '') {
          report('link/ambiguous-name', placeOf(i), { name, field, records: [other, id] });
          return undefined;
        }
        owners.set(key, id);
        names.push(name);
      }
    }
    if (names.length > 0) found.push({ id, names });
  }
  return found;
}
