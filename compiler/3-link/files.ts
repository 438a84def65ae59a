// The agent's folder: what lies in it at the start, and the files that a solution writes there.
import { isSafePath } from '#grader/evidence/folder.ts';
import type { Scenario } from '../2-validate/scenario.ts';
import type { Written } from '../shapes.ts';
import type { Path, PlannedFile } from '../types.ts';
import type { Here } from './answers.ts';
import type { LinkContext } from './context.ts';
import { linkData, linkRowsOf, linkTyped } from './data.ts';
import { toJson } from './expressions.ts';
import { computeValue } from './values.ts';

/** The files at the start, sorted; reports what cannot lie there. */
export function linkFiles(
  files: NonNullable<Scenario['files']>,
  assets: ReadonlyMap<string, Uint8Array>,
  context: LinkContext,
): readonly PlannedFile[] {
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
    const text =
      entry.from === undefined
        ? computeValue(entry.text ?? '', { type: 'text', about: '' }, [...at, 'text'], context, context.scope)
        : assetText(entry.from, [...at, 'from'], assets, context);
    return text === undefined ? [] : [{ path, text: String(text) }];
  });
  return linked.sort((a, b) => (a.path < b.path ? -1 : 1));
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

function assetText(from: string, path: Path, assets: ReadonlyMap<string, Uint8Array>, context: LinkContext): string | undefined {
  const bytes = assets.get(from);
  if (!bytes) {
    const choices = [...assets.keys()].slice(0, 8).join(', ');
    bad(context, path, `there is no file ${from} beside the scenario`, choices === '' ? 'Put it there.' : `There are ${choices}.`);
    return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    bad(context, path, `${from} is not UTF-8 text`, 'Only text files can be put into the folder so far.');
    return undefined;
  }
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
