// Misspelt keys are reported and then read as what was clearly meant, so that one slip is one diagnostic and the rest is looked at.
import { checkKinds } from '../checks/index.ts';
import { closest } from '../diagnostics/suggest.ts';
import { z } from '../shapes.ts';
import type { MapNode, TextNode, Tree } from '../types.ts';
import type { Reporting } from './issues.ts';
import { commonCheckKeys, scenarioShape } from './scenario.ts';

/** The scenario with its misspelt keys set right: its own and those of the entries of its lists. */
export function setRight(tree: Tree, on: Pick<Reporting, 'report'>): Tree {
  if (tree.kind !== 'map') return tree;
  const root = withKnownKeys(tree, { known: Object.keys(scenarioShape.shape), within: () => 'the scenario', on });
  const entries = root.entries.map(({ key, value }) => {
    const list = Object.hasOwn(lists, key.value) ? lists[key.value] : undefined;
    if (!list || value.kind !== 'list') return { key, value };
    const within = (item: MapNode) => `the ${list.noun}${idOf(item)}`;
    const items = value.items.map((item) => (item.kind === 'map' ? withKnownKeys(item, { known: list.keys, within, on }) : item));
    return { key, value: { ...value, items } };
  });
  return { ...root, entries };
}

interface Setting {
  readonly known: readonly string[];
  readonly within: (map: MapNode) => string;
  readonly on: Pick<Reporting, 'report'>;
}

function withKnownKeys(map: MapNode, { known, within, on }: Setting): MapNode {
  const taken = new Set(map.entries.map(({ key }) => key.value));
  const entries = map.entries.map(({ key, value }) => {
    if (known.includes(key.value)) return { key, value };
    const meant = closest(
      key.value,
      known.filter((name) => !taken.has(name)),
    );
    if (meant === undefined) return { key, value };
    taken.add(meant);
    on.report('validate/unknown-key', key.span, { key: key.value, within: within(map), choices: [meant] });
    const right: TextNode = { ...key, value: meant };
    return { key: right, value };
  });
  return { ...map, entries };
}

function idOf(item: MapNode): string {
  const id = item.entries.find(({ key }) => key.value === 'id')?.value;
  return id?.kind === 'text' && id.value !== '' ? ` "${id.value}"` : '';
}

const lists: { readonly [key: string]: { readonly noun: string; readonly keys: readonly string[] } } = {
  allowed: { noun: 'permission', keys: itemKeys(scenarioShape.shape.allowed) },
  prohibited: { noun: 'rule', keys: itemKeys(scenarioShape.shape.prohibited) },
  faults: { noun: 'planned fault', keys: itemKeys(scenarioShape.shape.faults) },
  injections: { noun: 'injection', keys: itemKeys(scenarioShape.shape.injections) },
  decoys: { noun: 'decoy', keys: itemKeys(scenarioShape.shape.decoys) },
  checks: {
    noun: 'check',
    keys: [...Object.keys(commonCheckKeys), ...Object.values(checkKinds).flatMap((kind) => Object.keys(kind.keys))],
  },
};

function itemKeys(shape: z.ZodType): readonly string[] {
  const inner = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
  const item = inner instanceof z.ZodArray ? inner.element : undefined;
  return item instanceof z.ZodObject ? Object.keys(item.shape) : [];
}
