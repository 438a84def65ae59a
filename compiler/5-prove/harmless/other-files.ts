// The same files as another program would write them: columns and rows in another order, other separators, line ends and quotes; JSON
// on one line with its keys turned round.
import type { Json } from '#grader/evidence/types.ts';
import type { Arena, Move } from '../arena.ts';
import { writtenFile } from '../written-file.ts';
import type { Rewriting } from './index.ts';

export function otherFiles({ plan }: Arena): readonly Rewriting[] {
  return Object.entries(forms).flatMap(([name, form]): readonly Rewriting[] => {
    const rewrite = (move: Move): Move => {
      const file = writtenFile(move, plan);
      return file === undefined || file.appended ? move : { ...move, ...file.saying(form(file.path, file.text)) };
    };
    const together = plan.solution.map(rewrite);
    const changed = plan.solution.flatMap((step, i) => (JSON.stringify(together[i]?.args) === JSON.stringify(step.args) ? [] : [i]));
    const alone = changed.map((i) => plan.solution.map((step, at) => (at === i ? (together[i] ?? step) : step)));
    return changed.length === 0 ? [] : [{ name: `files ${name}`, words: `its files ${name}`, together, alone }];
  });
}

const forms: { readonly [name: string]: (path: string, text: string) => string } = {
  'as a spreadsheet saves them': (path, text) =>
    path.endsWith('.csv') ? `\ufeff${table(text, (cells) => cells.map(quoted).join(';')).join('\r\n')}` : text,
  'in another order': (path, text) => {
    if (path.endsWith('.json')) return turnedText(text);
    if (!path.endsWith('.csv')) return text;
    const [header = '', ...rows] = table(text, (cells) => [...cells].reverse().map(quoted).join(','));
    return [header, ...rows.reverse()].join('\n');
  },
};

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** The lines of a CSV file that we wrote ourselves: commas, and quotes only where they are needed. */
function table(text: string, line: (cells: readonly string[]) => string): string[] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end = ''] of text.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n|$)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((cells) => cells.some((cell) => cell !== '')).map(line);
}

/** What is no JSON, though its name says so, stays as it is. */
function turnedText(text: string): string {
  try {
    return JSON.stringify(turned(JSON.parse(text)));
  } catch {
    return text;
  }
}

function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => turned(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}
