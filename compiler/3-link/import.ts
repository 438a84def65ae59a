// Records from files beside the scenario: CSV with a header line, or a JSON list of objects.
import type { Written } from '../shapes.ts';
import type { Path, Places } from '../types.ts';
import { type CsvTable, readCsv, spanOf } from './csv.ts';
import { jsonBreak } from './json-break.ts';
import type { OfficeInput } from './office.ts';

export type Raw = { readonly [field: string]: Written };

export interface ImportedRecord {
  readonly raw: Raw;
  /** Where its fields stand: in a CSV file their cells, in a JSON file where the scenario names it. */
  readonly places: Places;
}

/** The records of an imported file as written; reports where the file cannot be read. `path` is where the scenario names it. */
export function importRecords(file: string, path: Path, on: OfficeInput): readonly ImportedRecord[] {
  if (!file.endsWith('.csv') && !file.endsWith('.json')) return cannotImport(file, 'only .csv and .json are read so far', path, on);
  if (file.endsWith('.csv'))
    return (importCsv(file, path, on) ?? { rows: [] }).rows.map(({ cells, places }) => ({ raw: told(cells), places }));
  const text = textOf(file, path, on);
  return (text === undefined ? [] : fromJson(text, (problem) => cannotImport(file, problem, path, on))).map((raw) => ({
    raw,
    places: on.places,
  }));
}

export interface ImportedTable {
  readonly header: CsvTable['header'];
  readonly rows: readonly {
    /** By the names in the header. */
    readonly cells: { readonly [column: string]: string };
    /** A path is looked up by its last step: the cell of that column, else the whole line. */
    readonly places: Places;
  }[];
}

/** A CSV file beside the scenario; undefined after reporting why it cannot be read. */
export function importCsv(file: string, path: Path, on: OfficeInput): ImportedTable | undefined {
  const text = textOf(file, path, on);
  if (text === undefined) return undefined;
  if (text.trim() === '') {
    cannotImport(file, 'it is empty', path, on);
    return undefined;
  }
  const read = readCsv(besideScenario(file, on.places.value([]).file), text);
  if (!read.ok) {
    on.report('link/bad-import', read.span, { file, problem: read.problem }, [importedHere(path, on)]);
    return undefined;
  }
  const { header, rows } = read.table;
  return {
    header,
    rows: rows.map((row) => ({
      cells: Object.fromEntries(header.map(({ text: column }, at) => [column, row[at]?.text ?? ''])),
      places: placesIn(header, row),
    })),
  };
}

/** For `related` of what is reported in an imported file. */
export function importedHere(path: Path, { places }: OfficeInput) {
  return { span: places.value(path), message: 'imported here' };
}

/** Reports why nothing comes of a file. */
export function cannotImport(
  file: string,
  why: string | { readonly problem: string; readonly fix: string },
  path: Path,
  on: OfficeInput,
): readonly [] {
  on.report('link/bad-import', on.places.value(path), { file, ...(typeof why === 'string' ? { problem: why } : why) });
  return [];
}

/** A file beside the scenario, as it is shown to the author. */
export function besideScenario(asset: string, scenario: string): string {
  return scenario.replace(/[^/\\]*$/, '') + asset;
}

/** The text of an imported file, as offsets count in it; throws where it is not UTF-8. */
export function importedText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
}

function textOf(file: string, path: Path, on: OfficeInput): string | undefined {
  const bytes = on.assets.get(file);
  if (!bytes) {
    const others = on.assets.size > 0 ? ` (there are ${[...on.assets.keys()].slice(0, 8).join(', ')})` : '';
    cannotImport(file, `there is no such file beside the scenario${others}`, path, on);
    return undefined;
  }
  try {
    return importedText(bytes);
  } catch {
    cannotImport(file, 'it is not UTF-8 text', path, on);
    return undefined;
  }
}

/** An empty cell says nothing: the field is absent. */
function told(cells: { readonly [column: string]: string }): Raw {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));
}

function placesIn(header: CsvTable['header'], row: CsvTable['rows'][number]): Places {
  const at = (path: Path) => header.findIndex(({ text }) => text === path.at(-1));
  return {
    value: (path) => row[at(path)]?.span ?? spanOf(row),
    key: (path) => header[at(path)]?.span ?? spanOf(row),
    within: (path) => row[at(path)]?.span ?? spanOf(row),
  };
}

function fromJson(text: string, fail: (problem: string) => readonly []): readonly Raw[] {
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
