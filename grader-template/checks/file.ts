// `file`: the agent left a file with the right content in its folder. Only what it says, like a reply.
import { readCsv } from '../csv.ts';
import { own } from '../evidence/look.ts';
import type { Folder, Json } from '../evidence/types.ts';
import { type Fraction, mean, one, zero } from '../fraction.ts';
import { describe, matches, show } from '../matchers.ts';
import type { Check, Matcher } from '../types.ts';
import { type AnswerRow, tableInWords, tallyTable } from './answer-table.ts';
import { type AnswerMatcher, meets, tallyScore, wantedInWords } from './answer-values.ts';
import { listed, outcome } from './outcome.ts';

export type FileIs = AnswerMatcher;
export type FileRows = readonly AnswerRow[];

interface Table {
  readonly rows: FileRows;
  /** The columns that say which row it is. */
  readonly key: readonly string[];
}

export interface FileParams {
  /** Path in the agent's folder. */
  readonly file: string;
  /** Of the whole text. */
  readonly text?: Matcher;
  /** Of JSON: keys and indexes to a value, and what it has to be, or the rows of a list of objects there. */
  readonly json?: readonly ({ readonly at: readonly (string | number)[] } & ({ readonly is: FileIs } | Table))[];
  /** Of CSV. */
  readonly csv?: Table;
}

interface Part {
  readonly score: Fraction;
  readonly found: string;
}

/**
 * The mean over what was asked of the file; 1 for a file that only has to be there. Tables score as in `answer`: right cells / (expected
 * cells + those of rows beside them), 0 where more is wrong than right. A file that is missing or cannot be read scores 0.
 */
export function file(params: FileParams): Check {
  const { file: path } = params;
  const expected = [`the file ${path}`, ...wishes(params)].join(', ');
  return ({ folder }) => {
    const where = [`file ${path}`];
    const text = folder && textAt(folder, path);
    if (typeof text !== 'string') {
      const reason = folder && lookUp(folder.unreadable, path);
      return outcome({ score: false, expected, found: reason ?? 'not there', where, vacuous: reason === undefined });
    }
    const parts = partsOf(text, params);
    const score = parts.length === 0 ? one : mean(parts.map((part) => part.score));
    return outcome({ score, expected, found: parts.length === 0 ? 'there' : listed(parts.map((part) => part.found)), where });
  };
}

function textAt({ files }: Folder, path: string): string | undefined {
  return lookUp(files, path);
}

/** By the path as it is, else in another Unicode form of it: what looks the same is the same. */
function lookUp(map: ReadonlyMap<string, string>, path: string): string | undefined {
  const like = [...map.keys()].find((other) => other.normalize('NFC') === path.normalize('NFC'));
  return map.get(path) ?? map.get(like ?? '');
}

function partsOf(text: string, { text: wanted, json = [], csv }: FileParams): readonly Part[] {
  const parts: Part[] = [];
  if (wanted !== undefined) {
    const right = matches(wanted, text);
    parts.push({ score: right ? one : zero, found: right ? 'text as expected' : `text ${show(text)}` });
  }
  if (csv !== undefined) parts.push(csvPart(text, csv));
  const value = parsed(text);
  return [...parts, ...json.map((wish) => (value === undefined ? { score: zero, found: 'not JSON' } : jsonPart(value.value, wish)))];
}

function csvPart(text: string, table: Table): Part {
  const columns = [...new Set([...table.key, ...table.rows.flatMap((row) => Object.keys(row))])];
  const csv = readCsv(text, columns);
  if ('problem' in csv) return { score: zero, found: csv.problem };
  const part = tablePart(csv.rows, table);
  return csv.missing.length === 0 ? part : { ...part, found: `no column ${csv.missing.join(', ')}; ${part.found}` };
}

function tablePart(rows: readonly Json[], table: Table): Part {
  const tally = tallyTable(table, rows);
  return { score: tallyScore(tally), found: [`${tally.right} of ${tally.expected} cells right`, ...tally.problems].join('; ') };
}

function jsonPart(value: Json, wish: NonNullable<FileParams['json']>[number]): Part {
  const found = wish.at.reduce<Json | undefined>(valueIn, value);
  const place = pathInWords(wish.at);
  if ('is' in wish) {
    const right = meets(wish.is, found);
    return { score: right ? one : zero, found: `${place} ${right ? 'as expected' : show(found)}` };
  }
  if (!Array.isArray(found)) return { score: zero, found: `${place} ${show(found)}, no list` };
  const part = tablePart(found, wish);
  return { ...part, found: `${place} ${part.found}` };
}

function valueIn(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof key === 'number') return Array.isArray(value) ? value.at(key) : undefined;
  return Array.isArray(value) ? undefined : own(value as { readonly [key: string]: Json }, key);
}

function parsed(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/u, '')) };
  } catch {
    return undefined;
  }
}

function wishes({ text, json = [], csv }: FileParams): readonly string[] {
  return [
    ...(text === undefined ? [] : [`its text ${describe(text)}`]),
    ...(csv === undefined ? [] : [tableInWords(csv)]),
    ...json.map((wish) => `${pathInWords(wish.at)} ${'is' in wish ? wantedInWords(wish.is) : tableInWords(wish)}`),
  ];
}

function pathInWords(at: readonly (string | number)[]): string {
  return at.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).reduce((path, key) => path + key, '$');
}
