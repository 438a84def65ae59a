// Records from files beside the scenario: CSV with a header line, or a JSON list of objects.
import { parse as parseCsv } from 'csv-parse/sync';
import type { Written } from '../shapes.ts';
import type { Path } from '../types.ts';
import { jsonBreak } from './json-break.ts';
import type { OfficeInput } from './office.ts';

/** The records of an imported file as written; reports where the file cannot be read. */
export function importRecords(file: string, path: Path, on: OfficeInput): readonly { readonly [field: string]: Written }[] {
  const fail = (problem: string): readonly [] => {
    on.report('link/bad-import', on.places.value(path), { file, problem });
    return [];
  };
  const bytes = on.assets.get(file);
  if (!bytes)
    return fail(
      `there is no such file beside the scenario${on.assets.size > 0 ? ` (there are ${[...on.assets.keys()].slice(0, 8).join(', ')})` : ''}`,
    );
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return fail('it is not UTF-8 text');
  }
  if (file.endsWith('.json')) return fromJson(text, fail);
  if (file.endsWith('.csv')) return fromCsv(text, fail);
  return fail('only .csv and .json are read so far');
}

type Fail = (problem: string) => readonly [];

function fromJson(text: string, fail: Fail): readonly { readonly [field: string]: Written }[] {
  let value: unknown;
  try {
    // Numbers stay as they are written: 64-bit ids and 0.10 lose nothing on the way to their field's type.
    value = JSON.parse(text, (_, item) =>
      typeof item === 'number' || typeof item === 'boolean' ? String(item) : item === null ? '' : item,
    );
  } catch {
    const place = jsonBreak(text);
    return fail(`it is not valid JSON${place ? ` at ${place.line}:${place.column}, where ${place.expected} should stand` : ''}`);
  }
  if (!Array.isArray(value) || value.some((row) => row === null || typeof row !== 'object' || Array.isArray(row)))
    return fail('it is not a list of objects');
  return value;
}

function fromCsv(text: string, fail: Fail): readonly { readonly [field: string]: Written }[] {
  try {
    const rows = parseCsv(text, { columns: true, skip_empty_lines: true, trim: true }) as readonly { readonly [field: string]: string }[];
    // An empty cell says nothing: the field is absent.
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
