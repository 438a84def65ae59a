// The right files with the wrong content: nothing, only headings, everything there is; or the right content in the wrong place.
import type { Json } from '#grader/evidence/types.ts';
import { kindsOf } from '../../3-link/parts.ts';
import { checkKinds } from '../../checks/index.ts';
import type { Plan } from '../../types.ts';
import { attackRow, defineAttacker, findingOf, type Move, notMeasured } from '../arena.ts';
import { type WrittenFile, writtenFile } from '../written-file.ts';

export const papers = defineAttacker({
  name: 'papers',
  about:
    'The files of the solution under their right names: empty; with their headings only; with a row for every record of the office; with all records pasted in; and not written at all, but pasted into the reply. File checks score 0.',
  must: '0 from files',
  wrong: true,
  attack: (arena) => {
    const { plan, report, play } = arena;
    const looking = plan.checks.filter((check) => kindsOf(check).some((kind) => checkKinds[kind]?.folder));
    if (looking.length === 0) return [notMeasured('papers', '', 'no check looks at a file')];
    const told = new Set<string>();
    return Object.entries(ways(plan)).map(([way, moves]) => {
      const run = play(moves);
      const scoring = looking.filter(({ id }) => findingOf(run, id).score > 0);
      for (const { id, span } of scoring.filter((check) => !told.has(check.id))) {
        told.add(id);
        arena.weak.add(id);
        report('prove/paper-scores', span, { check: id, score: findingOf(run, id).score, way });
      }
      return attackRow('papers', way, run, scoring.length === 0, scoring.map(({ id }) => id).join(', '));
    });
  },
});

function ways(plan: Plan): { readonly [way: string]: readonly Move[] } {
  const written = plan.solution.flatMap((step) => writtenFile(step, plan) ?? []);
  const filled = (content: (file: WrittenFile) => string): readonly Move[] => written.map((file) => file.saying(content(file)));
  const records = Object.values(plan.office.records).flat();
  const pasted = written.map(({ path, text }) => `${path}:\n${text}`).join('\n');
  return {
    'an empty file': filled(() => ''),
    'nothing but headings': filled((file) => shaped(file, [])),
    'a row for every record': filled((file) => shaped(file, [...new Set(records.map(({ id }) => id))])),
    'all records pasted in': filled(() => records.map((record) => JSON.stringify(record)).join('\n')),
    'the content in the reply instead': [{ tool: 'reply', args: { message: pasted } }],
  };
}

/** The file with the same headings, and for each id a row that is otherwise its first one. */
function shaped({ path, text }: WrittenFile, ids: readonly string[]): string {
  if (path.endsWith('.json')) return `${JSON.stringify(shapedJson(jsonIn(text), ids))}\n`;
  const [header = '', first = ''] = text.split('\n');
  const [, ...cells] = first.split(',');
  return `${[header, ...ids.map((id) => [id, ...cells].join(','))].join('\n')}\n`;
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function shapedJson(value: Json, ids: readonly string[]): Json {
  if (Array.isArray(value)) {
    const [first] = value as readonly Json[];
    if (first === null || typeof first !== 'object' || Array.isArray(first)) return [...ids];
    const [key = 'id'] = Object.keys(first);
    return ids.map((id) => ({ ...first, [key]: id }));
  }
  if (value === null || typeof value !== 'object') return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapedJson(inner, ids)]));
}
