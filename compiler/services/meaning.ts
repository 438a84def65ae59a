// Whether a definition makes sense: names first, with what was probably meant, then everything that checkDefinition finds.
import { checkDefinition } from '#services/check.ts';
import { type ServiceDefinition, testToldBy } from '#services/types.ts';
import type { Report } from '../diagnostics/collect.ts';
import { suggestion } from '../diagnostics/suggest.ts';
import type { Path, Places, Tree } from '../types.ts';
import { keyAt } from './keys.ts';
import { type BadName, badNames, type Others } from './names.ts';
import { nameOf, whatBelongs } from './words.ts';

export interface MeaningInput {
  readonly definition: ServiceDefinition;
  readonly tree: Tree;
  readonly places: Places;
  readonly others: Others;
  readonly report: Report;
}

/** Reports everything that makes no sense. */
export function checkMeaning(input: MeaningInput): void {
  const { definition, tree, others, report } = input;
  const names = badNames(definition, others);
  for (const name of names) reportName(name, input);
  const kindOf = (tool: string) => (Object.hasOwn(definition.tools, tool) ? definition.tools[tool]?.kind : undefined);
  for (const written of checkDefinition(definition, others.services)) {
    const { path, node, missing, problem } = located(written, tree);
    // The same said once more, and with fewer words.
    if (names.some((name) => startsWith(name.path, path))) continue;
    const whole: Path = missing === undefined ? path : [...path, missing];
    const known = keyAt(whole, kindOf);
    if (missing !== undefined && problem === 'is missing') {
      const example = known?.example ?? '…';
      report('validate/missing-key', input.places.key(path), { key: missing, within: nameOf(path), example });
    } else {
      // A mapping is pointed at by its key: it may be half of the file.
      const place = node.kind === 'map' ? input.places.key(path) : input.places.value(path);
      report('service/bad-definition', place, { where: nameOf(whole), problem, fix: fixOf(whole, problem) ?? whatBelongs(known) });
    }
  }
}

/** What to do, where the place and the problem say it better than what the key is for. */
function fixOf(path: Path, problem: string): string | undefined {
  const told = path.at(-1) === 'test' ? testToldBy(String(path.at(-2))) : undefined;
  if (told !== undefined && problem.includes('agents believe names'))
    return `Write \`test: ${told}\`, or call the argument something else.`;
  if (problem.endsWith('more than one step away'))
    return 'Name a field of the record that a reference leads to, REFERENCE.FIELD: one step only.';
  return undefined;
}

function reportName(bad: BadName, { definition, places, report }: MeaningInput): void {
  const span = bad.at === 'key' ? places.key(bad.path) : places.value(bad.path);
  switch (bad.kind) {
    case 'unusable':
      report('service/bad-name', span, { name: bad.name, what: bad.what, taken: bad.taken });
      return;
    case 'reference':
      report('service/unknown-reference', span, { to: bad.name, choices: bad.choices });
      return;
    case 'unknown':
      if (bad.what === 'collection')
        report('service/unknown-collection', span, { name: bad.name, service: definition.name, choices: bad.choices });
      else report('service/unknown-field', span, { name: bad.name, noun: bad.within ?? 'record', choices: bad.choices });
      return;
    case 'value':
      report('service/bad-definition', places.value(bad.spot), {
        where: nameOf(bad.path),
        problem: `it is never "${bad.name}"`,
        fix: valueFix(bad.name, bad.choices),
      });
      return;
    case 'doubtful':
  }
}

/** The likely one, and all of them where they are few enough to read. */
function valueFix(name: string, choices: readonly string[]): string {
  const first = suggestion(name, choices);
  return first.startsWith('Did') && choices.length <= 12 ? `${first} There are: ${choices.join(', ')}.` : first;
}

interface Located {
  /** As far as the tree has it, and what stands there. */
  readonly path: Path;
  readonly node: Tree;
  /** The key after that, which the tree has not. */
  readonly missing?: string;
  readonly problem: string;
}

/** `collections.permits.prefix: has to …` taken apart along the tree, since names may hold anything. */
function located(written: string, tree: Tree): Located {
  const path: (string | number)[] = [];
  let node = tree;
  let rest = written;
  for (;;) {
    const index = /^(\d+)([.:])/.exec(rest);
    // One alone needs no list, and is counted all the same.
    if (index !== null && node.kind !== 'text') {
      const item = node.kind === 'list' ? node.items[Number(index[1])] : index[1] === '0' && !hasKey(node, '0') ? node : undefined;
      if (item !== undefined) {
        if (node.kind === 'list') path.push(Number(index[1]));
        node = item;
        rest = rest.slice(index[0].length);
        if (index[2] === ':') return { path, node, problem: rest.trim() };
        continue;
      }
    }
    if (node.kind !== 'map') break;
    const here = node.entries.filter(({ key }) => rest.startsWith(key.value) && /^[.:]/.test(rest.slice(key.value.length)));
    const entry = here.sort((a, b) => b.key.value.length - a.key.value.length)[0];
    if (entry === undefined) break;
    path.push(entry.key.value);
    node = entry.value;
    const sign = rest[entry.key.value.length];
    rest = rest.slice(entry.key.value.length + 1);
    if (sign === ':') return { path, node, problem: rest.trim() };
  }
  const end = rest.indexOf(': ');
  return end < 0 ? { path, node, problem: rest.trim() } : { path, node, missing: rest.slice(0, end), problem: rest.slice(end + 2) };
}

function hasKey(node: Tree, name: string): boolean {
  return node.kind === 'map' && node.entries.some(({ key }) => key.value === name);
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((step, i) => path[i] === step);
}
