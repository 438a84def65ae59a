// Phase 1: bytes → tree with positions. Every scalar stays text; what it means is decided by the field it belongs to.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments, type YAMLError } from 'yaml';
import type { Report } from '../diagnostics/collect.ts';
import type { SourceText, Span } from '../diagnostics/types.ts';
import type { MapNode, TextNode, Tree } from '../types.ts';
import { alignText } from './align.ts';
import { findTabIndents, findUnquotedExpressions } from './preflight.ts';
import { decodeSource } from './text.ts';

export interface Parsed {
  readonly source: SourceText;
  /** Absent when the file could not be read as one mapping. */
  readonly tree?: Tree;
}

/** Reads a scenario file. Reports everything that is wrong with it as YAML. */
export function parse(file: string, bytes: Uint8Array, report: Report): Parsed {
  const text = decodeSource(file, bytes, report);
  const source: SourceText = { file, text: text ?? '' };
  if (text === undefined) return { source };

  const tabs = findTabIndents(text);
  for (const tab of tabs) report('parse/tab-indent', { file, ...tab }, {});
  if (tabs.length > 0) return { source };

  const documents = parseAllDocuments(text, { schema: 'failsafe', keepSourceTokens: false, uniqueKeys: false, prettyErrors: false });
  const [document, second] = Array.isArray(documents) ? documents : [];
  if (!document?.contents || (isScalar(document.contents) && document.contents.value === '')) {
    report('parse/empty-file', { file, start: 0, end: Math.min(1, text.length) }, {});
    return { source };
  }
  if (second) {
    report('parse/several-documents', { file, start: second.range[0], end: second.range[0] + 3 }, {});
    return { source };
  }
  if (document.errors.length > 0) {
    reportSyntax({ file, text, errors: document.errors, report });
    return { source };
  }
  const before = { count: 0 };
  const tree = toTree(document.contents, {
    file,
    text,
    report: (code, span, args, related) => {
      before.count++;
      report(code, span, args, related);
    },
    document,
  });
  return before.count > 0 || !tree ? { source } : { source, tree };
}

/** YAML's own errors, except where an unquoted `${` explains them all. */
function reportSyntax(input: { file: string; text: string; errors: readonly YAMLError[]; report: Report }): void {
  const { file, text, errors, report } = input;
  const unquoted = findUnquotedExpressions(text, Math.min(...errors.map((e) => e.pos[0])));
  for (const found of unquoted) {
    report('parse/unquoted-expression', { file, start: found.start, end: found.end }, { text: text.slice(found.start, found.end) });
  }
  if (unquoted.length > 0) return;
  for (const error of errors.slice(0, 5)) {
    const start = Math.min(error.pos[0], Math.max(0, text.length - 1));
    const problem = error.message.split('\n')[0]?.replace(/\.$/, '') ?? 'unreadable';
    report('parse/yaml-syntax', { file, start, end: Math.max(start + 1, error.pos[1]) }, { problem: `${problem}.` });
  }
}

interface Reading {
  readonly file: string;
  readonly text: string;
  readonly report: Report;
  readonly document: Document;
}

function toTree(node: unknown, reading: Reading): Tree | undefined {
  if (isAlias(node)) {
    reading.report('parse/alias', spanOf(node, reading), { what: `The alias *${node.source}` });
    return undefined;
  }
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return undefined;
  refuseExtras(node, reading);
  if (isScalar(node)) return toText(node as { value: unknown; range?: readonly number[] | null; type?: string }, reading);
  if (isSeq(node)) {
    return { kind: 'list', span: spanOf(node, reading), items: node.items.flatMap((item) => toTree(item, reading) ?? []) };
  }
  return toMap(node as { items: Pair[]; range?: readonly number[] | null }, reading);
}

function toMap(node: { items: Pair[]; range?: readonly number[] | null }, reading: Reading): MapNode {
  const entries: { key: TextNode; value: Tree }[] = [];
  for (const pair of node.items) {
    const key = toTree(pair.key, reading);
    if (key?.kind !== 'text') continue;
    const first = entries.find((entry) => entry.key.value === key.value);
    if (key.value === '<<') {
      reading.report('parse/alias', key.span, { what: 'The merge key <<' });
      continue;
    }
    if (first) {
      reading.report('parse/duplicate-key', key.span, { key: key.value }, [{ span: first.key.span, message: 'the first one' }]);
      continue;
    }
    const value = pair.value === null || pair.value === undefined ? emptyText(key) : toTree(pair.value, reading);
    if (value) entries.push({ key, value });
  }
  return { kind: 'map', span: spanOf(node, reading), entries };
}

function toText(node: { value: unknown; range?: readonly number[] | null; type?: string }, reading: Reading): TextNode {
  const span = spanOf(node, reading);
  const value = String(node.value ?? '');
  let offsets: readonly number[] | undefined;
  return {
    kind: 'text',
    value,
    span,
    offsetOf: (index) => {
      offsets ??= alignText(value, reading.text.slice(span.start, span.end), node.type ?? 'PLAIN');
      return span.start + (offsets[Math.min(index, value.length)] ?? span.end - span.start);
    },
  };
}

/** A key without a value counts as a text of nothing, right after the key. */
function emptyText(key: TextNode): TextNode {
  return { kind: 'text', value: '', span: key.span, offsetOf: () => key.span.end };
}

function refuseExtras(node: Node & { anchor?: string }, reading: Reading): void {
  if (node.anchor) {
    const span = spanOf(node, reading);
    const start = reading.text.lastIndexOf(`&${node.anchor}`, span.start);
    const place = start < 0 ? span : { ...span, start, end: start + node.anchor.length + 1 };
    reading.report('parse/alias', place, { what: `The anchor &${node.anchor}` });
  }
  const builtIn = ['tag:yaml.org,2002:str', 'tag:yaml.org,2002:map', 'tag:yaml.org,2002:seq'];
  if (node.tag && !builtIn.includes(node.tag)) reading.report('parse/yaml-tag', spanOf(node, reading), { tag: node.tag });
}

function spanOf(node: { range?: readonly number[] | null }, reading: Reading): Span {
  const start = node.range?.[0] ?? 0;
  return { file: reading.file, start, end: Math.max(start, node.range?.[1] ?? start) };
}
