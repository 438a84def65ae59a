// Whether a check holds in an untouched world: asked of the very function that grades.
import * as library from '#grader/checks/index.ts';
import { compare, one } from '#grader/fraction.ts';
import type { Check } from '#grader/types.ts';
import type { Json, Office, PlannedPart, SlotValues, Template } from '../types.ts';

export interface Asked {
  readonly kind: string;
  readonly params: PlannedPart['params'];
  /** All slots' values, a row for each item. */
  readonly rows: readonly SlotValues[];
}

/** True if it scores 1 for every row when nobody did or said anything. */
export function untouched({ kind, params, rows }: Asked, { records }: Office): boolean {
  const nothing = { entries: [], before: records, after: records, reply: { text: '', source: 'none' } } as const;
  return rows.every((row) => compare(build(kind, params, row)(nothing).score, one) === 0);
}

/** The check that the generated code makes of the template. */
function build(kind: string, params: PlannedPart['params'], row: SlotValues): Check {
  const kinds = library as unknown as { readonly [kind: string]: (params: unknown) => Check };
  const make = kinds[kind];
  if (!make) throw new Error(`the grader has no check of the kind ${kind}`);
  return make(filled(params, row));
}

function filled(template: Template, row: SlotValues): unknown {
  if (template === null || typeof template !== 'object') return template;
  if (Array.isArray(template)) return template.map((item: Template) => filled(item, row));
  if ('$check' in template) {
    const { $check, params } = template as PlannedPart;
    return build($check, params, row);
  }
  if ('slot' in template && typeof template.slot === 'string') return row[template.slot] ?? (null as Json);
  return Object.fromEntries(Object.entries(template as { [key: string]: Template }).map(([key, item]) => [key, filled(item, row)]));
}
