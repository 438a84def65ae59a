// The agent's folder: what lies in it at the start, and the files that a solution writes there.
import { isSafePath } from '#grader/evidence/folder.ts';
import { textOf } from '#workspace/files/memory.ts';
import { officeFormat, sortOf, wholeText } from '#workspace/files/reading.ts';
import { MOST_WRITTEN } from '#workspace/files/store.ts';
import type { Scenario } from '../2-validate/scenario.ts';
import { type OfficeReadings, readingKey } from '../office-assets.ts';
import type { Written } from '../shapes.ts';
import type { Path, PlannedFile } from '../types.ts';
import type { Here } from './answers.ts';
import { collectionOfTool, type LinkContext, mountedTools } from './context.ts';
import { linkData, linkRowsOf, linkTyped } from './data.ts';
import { toJson } from './expressions.ts';
import { computeValue } from './values.ts';

/** What lies beside the scenario. */
export interface Beside {
  readonly assets: ReadonlyMap<string, Uint8Array>;
  readonly readings: OfficeReadings;
}

/** The files at the start, sorted; reports what cannot lie there. */
export function linkFiles(files: NonNullable<Scenario['files']>, beside: Beside, context: LinkContext): readonly PlannedFile[] {
  const seen = new Set<string>();
  const linked = files.flatMap((entry, i): readonly PlannedFile[] => {
    const at: Path = ['files', i];
    const path = linkFilePath(entry.path, [...at, 'path'], context);
    if (path === undefined) return [];
    const other = clash(path, seen);
    if (other !== undefined)
      return bad(context, [...at, 'path'], `${other} and ${path} cannot both be there`, 'Give one of them another path.');
    seen.add(path);
    if ((entry.text === undefined) === (entry.from === undefined))
      return bad(context, at, 'it needs either `text` or `from`', 'Write `text: |` with the content, or `from: assets/brief.md`.');
    if (entry.from !== undefined) return assetFile(path, entry.from, { at: [...at, 'from'], beside, context });
    const text = computeValue(entry.text ?? '', { type: 'text', about: '' }, [...at, 'text'], context, context.scope);
    return text === undefined ? [] : [{ path, text: String(text) }];
  });
  return linked.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reports records whose picture should lie in the folder and does not. Where a scenario puts no files there, what is recorded in words is all. */
export function reportMissingPictures(files: readonly PlannedFile[], context: LinkContext): void {
  const there = new Set(files.map(({ path }) => path));
  for (const tool of mountedTools(context.office)) {
    const field = tool.tool.kind === 'get' ? tool.tool.picture : undefined;
    if (field === undefined) continue;
    for (const record of context.office.records[collectionOfTool(tool)] ?? []) {
      const path = record[field];
      if (typeof path !== 'string' || sortOf(path) !== 'image' || there.has(path)) continue;
      const at = ['services', tool.service.name, tool.tool.collection];
      bad(
        context,
        at,
        `${record.id} has its picture at ${path}, and no such file is put into the folder`,
        `Add \`{ path: ${path}, from: assets/… }\` to \`files\`, or leave \`${field}\` out.`,
      );
    }
  }
}

/** A path in the agent's folder, as it is on every system; reports what is none. */
export function linkFilePath(written: string, path: Path, context: LinkContext): string | undefined {
  const plain = /^[\p{L}\p{M}\p{N} ._+@=,()'&!#%/-]+$/u.test(written) && !/(^|\/)[ -]|[ .](\/|$)/u.test(written);
  if (isSafePath(written) && plain && written.length <= 200) return written.normalize('NFC');
  const fix = 'Write a path below the folder with plain names, such as report.csv or out/report.csv.';
  context.report('link/bad-file', context.places.value(path), { problem: `"${written}" is not a path in the agent's folder`, fix });
  return undefined;
}

/** The same file, or a file where the other needs a folder. On some systems case makes no difference. */
function clash(path: string, seen: ReadonlySet<string>): string | undefined {
  const fold = (text: string) => text.toLowerCase();
  return [...seen].find(
    (other) => fold(other) === fold(path) || fold(other).startsWith(`${fold(path)}/`) || fold(path).startsWith(`${fold(other)}/`),
  );
}

/** A file that lies beside the scenario: as text where it is just that, else as it is, with the text in it. */
function assetFile(
  path: string,
  from: string,
  { at, beside, context }: { readonly at: Path; readonly beside: Beside; readonly context: LinkContext },
): readonly PlannedFile[] {
  const bytes = beside.assets.get(from);
  if (!bytes) {
    const choices = [...beside.assets.keys()].slice(0, 8).join(', ');
    return bad(context, at, `there is no file ${from} beside the scenario`, choices === '' ? 'Put it there.' : `There are ${choices}.`);
  }
  // What is larger is not collected at the end (runtime/workspace/collect.ts).
  if (bytes.length > MOST_WRITTEN)
    return bad(context, at, `${from} is larger than ${MOST_WRITTEN / 1024 / 1024} MB`, 'Give a smaller one.');
  const format = officeFormat(path);
  const reading = format && beside.readings.get(readingKey(format, from));
  if (reading?.kind === 'broken') return bad(context, at, `${from} cannot be read: ${reading.reason}`, 'Give a file that can be opened.');
  if (format && reading) return [{ path, text: wholeText(reading), binary: { bytes, office: { format, reading } } }];
  const text = textOf(bytes);
  return [text === undefined ? { path, text: '', binary: { bytes } } : { path, text }];
}

/** A file that the solution writes: its path and its text, with a line end at the end as every shell writes it. */
export function linkFileStep(content: { readonly [key: string]: Written }, here: Here): PlannedFile | undefined {
  const { path, context } = here;
  const name = typeof content.path === 'string' ? linkFilePath(content.path, [...path, 'path'], context) : undefined;
  const text = linkContent(content, here);
  if (name === undefined || text === undefined) return undefined;
  if (!text.includes('\0')) return { path: name, text: text.endsWith('\n') ? text : `${text}\n` };
  bad(context, path, 'its text holds a NUL character', 'Leave it out.');
  return undefined;
}

function linkContent({ text, json, csv }: { readonly [key: string]: Written }, here: Here): string | undefined {
  const { path, context, scope } = here;
  if (typeof text === 'string') {
    const value = computeValue(text, { type: 'text', about: '' }, [...path, 'text'], context, scope);
    return value === undefined ? undefined : String(value);
  }
  if (json !== undefined) {
    const value = linkData(json, { ...here, path: [...path, 'json'] });
    return value === undefined ? undefined : JSON.stringify(value, null, 2);
  }
  const rows = linkRowsOf(csv ?? '', { ...here, path: [...path, 'csv'] }, (cell, at) => {
    const typed = typeof cell === 'string' ? linkTyped(cell, at) : undefined;
    const value = typed && toJson(typed.value);
    if (value !== undefined && typeof value !== 'object') return String(value);
    if (typeof cell !== 'string' || value !== undefined)
      bad(context, at.path, 'a cell holds one value', 'Join a list into text: ${list.map(x, x.id).join(" ")}.');
    return undefined;
  });
  if (!rows) return undefined;
  const [columns = []] = rows.map(Object.keys);
  const odd = rows.find((row) => Object.keys(row).join('\n') !== columns.join('\n'));
  if (odd)
    bad(
      context,
      [...path, 'csv'],
      `a row has the columns ${Object.keys(odd).join(', ')}, the first one ${columns.join(', ')}`,
      'Give every row the same columns in the same order; "" is an empty cell.',
    );
  return odd ? undefined : [columns, ...rows.map(Object.values<string>)].map((cells) => cells.map(quoted).join(',')).join('\n');
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function bad({ report, places }: LinkContext, path: Path, problem: string, fix: string): readonly [] {
  report('link/bad-file', places.value(path), { problem, fix });
  return [];
}
