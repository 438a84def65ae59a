// From a path into the tree to a place in the file.
import type { Span } from '../diagnostics/types.ts';
import type { MapNode, Path, Places, Tree } from '../types.ts';

/** Looks places up in a tree. */
export function placesOf(root: Tree): Places {
  const entriesOf = indexed();
  const walk = (path: Path) => walkFrom(root, path, entriesOf);
  return {
    value: (path) => walk(path).node.span,
    key: (path) => {
      const { node, key } = walk(path);
      return key ?? firstOf(node);
    },
    within: (path, start, end) => {
      const { node } = walk(path);
      if (node.kind !== 'text') return node.span;
      const { span } = node;
      // What is missing at the end is shown at the last character.
      const from = Math.max(span.start, Math.min(node.offsetOf(start), span.end - 1));
      const last = node.offsetOf(Math.max(start, end - 1));
      return { file: span.file, start: from, end: Math.max(from, Math.min(Math.max(from, last) + 1, span.end)) };
    },
  };
}

/** The plain value of a tree: texts, lists and null-prototype objects. */
export function plainValue(tree: Tree): unknown {
  switch (tree.kind) {
    case 'text':
      return tree.value;
    case 'list':
      return tree.items.map(plainValue);
    case 'map':
      return Object.assign(Object.create(null), Object.fromEntries(tree.entries.map(({ key, value }) => [key.value, plainValue(value)])));
  }
}

/** The first thing that stands in a node: a key or a text. */
function firstOf(node: Tree): Span {
  if (node.kind === 'map') return node.entries[0]?.key.span ?? node.span;
  const [item] = node.kind === 'list' ? node.items : [];
  return item ? firstOf(item) : node.span;
}

type Entries = ReadonlyMap<string, MapNode['entries'][number]>;

function indexed(): (node: MapNode) => Entries {
  const known = new WeakMap<MapNode, Entries>();
  return (node) => {
    const entries = known.get(node) ?? new Map(node.entries.map((entry) => [entry.key.value, entry]));
    known.set(node, entries);
    return entries;
  };
}

function walkFrom(root: Tree, path: Path, entriesOf: (node: MapNode) => Entries): { node: Tree; key?: Span } {
  let node = root;
  let key: Span | undefined;
  for (const step of path) {
    if (node.kind === 'map') {
      const entry = entriesOf(node).get(String(step));
      if (!entry) break;
      node = entry.value;
      key = entry.key.span;
    } else if (node.kind === 'list') {
      const item: Tree | undefined = node.items[Number(step)];
      if (!item) break;
      node = item;
      key = undefined;
    } else break;
  }
  return key ? { node, key } : { node };
}
