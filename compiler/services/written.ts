// A service file's tree → its definition as written, once keys and kinds of values are right.
import type { ServiceDefinition } from '#services/types.ts';
import { placesOf, plainValue } from '../1-parse/places.ts';
import { reportEmptyValues } from '../2-validate/empty.ts';
import { kindOf, matchShape, type Reporting } from '../2-validate/issues.ts';
import type { Report } from '../diagnostics/collect.ts';
import { suggestion } from '../diagnostics/suggest.ts';
import type { Written } from '../shapes.ts';
import type { Path, Places, Tree } from '../types.ts';
import { toDefinition } from './convert.ts';
import { keyAt, toolKindNames } from './keys.ts';
import { serviceShape, toolShapes } from './shape.ts';
import { nameOf } from './words.ts';

/** Reports every key and value that does not belong where it stands. The definition means something only where nothing was reported. */
export function readDefinition(tree: Tree, to: Report): { readonly places: Places; readonly definition?: ServiceDefinition } {
  const places = placesOf(tree);
  const value = plainValue(tree);
  const [empty, rests] = [new Set<number>(), new Set<number>()];
  const kindOfTool = (tool: string) => textAt(mappingAt(value, 'tools'), tool, 'kind');
  const on: Reporting = {
    places,
    report: (...args) => {
      // That nothing stands there is said already.
      const [code, { start }] = args;
      if (code === 'validate/no-value' || (code === 'validate/unknown-key' ? !rests.has(start) : !empty.has(start))) to(...args);
    },
    language: { nameOf, exampleOf: (path) => keyAt(path, kindOfTool)?.example },
  };
  reportEmptyValues(tree, on, empty, rests);
  const shaped = matchShape(serviceShape, value, [], on);
  const tools = Object.entries(mappingAt(value, 'tools') ?? {});
  const sound = tools.map(([name, tool]) => isTool(tool, ['tools', name], on)).every(Boolean);
  return { places, ...(shaped && sound && { definition: toDefinition(shaped as { readonly [key: string]: Written }) }) };
}

/** Which keys a tool may have follows from its kind. */
function isTool(tool: unknown, path: Path, on: Reporting): boolean {
  // That it is no mapping was reported with the whole.
  if (!isMapping(tool)) return false;
  const { kind } = tool;
  const known = toolKindNames.find((one) => one === kind);
  if (known !== undefined) return matchShape(toolShapes[known], tool, path, on) !== undefined;
  if (kind === undefined) on.report('validate/missing-key', on.places.key(path), { key: 'kind', within: nameOf(path), example: 'list' });
  else {
    const expected = `one of ${toolKindNames.join(', ')}`;
    const fix = suggestion(typeof kind === 'string' ? kind : '', toolKindNames);
    on.report('validate/wrong-shape', on.places.value([...path, 'kind']), { expected, found: kindOf(kind), fix });
  }
  return false;
}

function mappingAt(value: unknown, key: string): { readonly [name: string]: unknown } | undefined {
  const inner = isMapping(value) ? value[key] : undefined;
  return isMapping(inner) ? inner : undefined;
}

function textAt(value: { readonly [name: string]: unknown } | undefined, ...path: readonly string[]): string | undefined {
  let at: unknown = value;
  for (const key of path) at = isMapping(at) ? at[key] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** Mappings of a plain tree have no prototype, so their keys are all their own. */
function isMapping(value: unknown): value is { readonly [key: string]: unknown } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
