// Phase 1: bytes → tree with positions. Every scalar stays text; what it means is decided by the field it belongs to.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments, visit } from 'yaml';
import type { Report } from '../diagnostics/collect.ts';
import type { SourceText, Span } from '../diagnostics/types.ts';
import type { MapNode, TextNode, Tree } from '../types.ts';
import { alignText } from './align.ts';
import { deepest, reportSyntax, type SyntaxProblem } from './syntax.ts';
import { decodeSource } from './text.ts';

export interface Parsed {
  readonly source: SourceText;
  /** Absent when the file could not be read as one mapping. */
  readonly tree?: Tree;
}

/** Reads a scenario file, or a service file. Reports everything that is wrong with it as YAML. */
export function parse(file: string, bytes: Uint8Array, report: Report, what: 'scenario' | 'service' = 'scenario'): Parsed {
  const { text, readable } = decodeSource(file, bytes, report);
  const source: SourceText = { file, text };
  if (!readable) return { source };

  const documents = parseAllDocuments(text, { schema: 'failsafe', keepSourceTokens: false, uniqueKeys: false, prettyErrors: false });
  const [document, second] = Array.isArray(documents) ? documents : [];
  const errors = Array.isArray(documents) ? documents.flatMap((one) => one.errors) : [];
  if (errors.length > 0) reportSyntax({ file, text, errors: errors.map((error) => atItsStart(error, document)), report });
  if (second) {
    const start = Math.min(second.range[0], text.length);
    report('parse/several-documents', { file, start, end: Math.min(start + 3, text.length) }, { what });
  } else if (!document?.contents || (isScalar(document.contents) && document.contents.value === '')) {
    report('parse/empty-file', { file, start: 0, end: Math.min(1, text.length) }, { what });
  }
  if (!document || second || errors.length > 0) return { source };

  const reading: Reading = { file, text, report, document, anchors: new Set(), wrong: false };
  const tree = toTree(document.contents, reading, 0);
  return reading.wrong || !tree ? { source } : { source, tree };
}

/** An unclosed quote is noticed at the end of the file, or a few keys later: the place to look at is where it opens. */
function atItsStart({ code, message, pos }: SyntaxProblem, document: Document | undefined): SyntaxProblem {
  let start: number | undefined;
  if (document && message.startsWith('Missing closing')) {
    visit(document, {
      Scalar: (_, { type = '', range }) => {
        if (type.startsWith('QUOTE') && range && range[0] < pos[0] && range[2] >= pos[0]) start = range[0];
      },
    });
  }
  return { code, message, pos: start === undefined ? pos : [start, start + 1] };
}

interface Reading {
  readonly file: string;
  readonly text: string;
  readonly report: Report;
  readonly document: Document;
  /** Names of anchors and aliases that were reported: once each is enough. */
  readonly anchors: Set<string>;
  wrong: boolean;
}

function toTree(node: unknown, reading: Reading, depth: number): Tree | undefined {
  if (isAlias(node)) {
    refuseAnchor(node.source, `The alias *${node.source}`, spanOf(node, reading), reading);
    return undefined;
  }
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return undefined;
  refuseExtras(node, reading);
  if (isScalar(node)) return toText(node as { value: unknown; range?: readonly number[] | null; type?: string }, reading);
  if (depth >= deepest) {
    reading.wrong = true;
    reading.report('parse/too-deep', { ...spanOf(node, reading), end: spanOf(node, reading).start + 1 }, { limit: deepest });
    return undefined;
  }
  if (isSeq(node)) {
    return { kind: 'list', span: spanOf(node, reading), items: node.items.flatMap((item) => toTree(item, reading, depth + 1) ?? []) };
  }
  return toMap(node as { items: Pair[]; range?: readonly number[] | null }, reading, depth);
}

function toMap(node: { items: Pair[]; range?: readonly number[] | null }, reading: Reading, depth: number): MapNode {
  const { report } = reading;
  const entries = new Map<string, { key: TextNode; value: Tree }>();
  for (const pair of node.items) {
    const key = toTree(pair.key, reading, depth + 1);
    const value = pair.value === null || pair.value === undefined ? undefined : toTree(pair.value, reading, depth + 1);
    if (!key) continue;
    const wrong = reading.wrong;
    reading.wrong = true;
    if (key.kind !== 'text') report('validate/wrong-shape', key.span, { expected: 'a text as key', found: `a ${key.kind}` });
    else if (key.value === '<<') refuseAnchor('<<', 'The merge key <<', key.span, reading);
    else {
      const first = entries.get(key.value);
      if (first) report('parse/duplicate-key', key.span, { key: key.value }, [{ span: first.key.span, message: 'the first one' }]);
      else {
        reading.wrong = wrong;
        if (value || pair.value === null || pair.value === undefined)
          entries.set(key.value, { key, value: value ?? emptyText(key, reading) });
      }
    }
  }
  return { kind: 'map', span: spanOf(node, reading), entries: [...entries.values()] };
}

function toText(node: { value: unknown; range?: readonly number[] | null; type?: string }, reading: Reading): TextNode {
  const span = spanOf(node, reading);
  const value = String(node.value ?? '');
  let offsets: readonly number[] | undefined;
  const offsetOf = (index: number) => {
    offsets ??= alignText(value, reading.text.slice(span.start, span.end), node.type ?? 'PLAIN');
    return span.start + (offsets[Math.min(index, value.length)] ?? span.end - span.start);
  };
  const bad = /(?![\t\n\r])[\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}]/u.exec(value);
  if (bad) {
    reading.wrong = true;
    const start = offsetOf(bad.index);
    const code = (bad[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    reading.report('parse/bad-character', { file: span.file, start, end: start + 1 }, { character: `U+${code}` });
  }
  return { kind: 'text', value, span, offsetOf };
}

/** A key without a value counts as a text of nothing, right after the key. */
function emptyText(key: TextNode, { text }: Reading): TextNode {
  const isBare = !/^\s*:/.test(text.slice(key.span.end, key.span.end + 200));
  return { kind: 'text', value: '', span: key.span, offsetOf: () => key.span.end, ...(isBare && { bare: true }) };
}

function refuseExtras(node: Node & { anchor?: string }, reading: Reading): void {
  if (node.anchor) {
    const span = spanOf(node, reading);
    const start = reading.text.lastIndexOf(`&${node.anchor}`, span.start);
    const place = start < 0 ? span : { ...span, start, end: start + node.anchor.length + 1 };
    refuseAnchor(node.anchor, `The anchor &${node.anchor}`, place, reading);
  }
  const builtIn = ['tag:yaml.org,2002:str', 'tag:yaml.org,2002:map', 'tag:yaml.org,2002:seq'];
  if (!node.tag || builtIn.includes(node.tag)) return;
  reading.wrong = true;
  const span = spanOf(node, reading);
  const tag = node.tag.replace('tag:yaml.org,2002:', '!!');
  const start = reading.text.lastIndexOf(tag, span.start);
  const place = start < 0 ? span : { ...span, start, end: start + tag.length };
  reading.report('parse/yaml-tag', place, { tag });
}

function refuseAnchor(name: string, what: string, place: Span, reading: Reading): void {
  reading.wrong = true;
  if (reading.anchors.has(name)) return;
  reading.anchors.add(name);
  reading.report('parse/alias', place, { what });
}

function spanOf(node: { range?: readonly number[] | null }, reading: Reading): Span {
  const start = node.range?.[0] ?? 0;
  return { file: reading.file, start, end: Math.max(start, node.range?.[1] ?? start) };
}
