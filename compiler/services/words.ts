// How places in a service file are spoken of, and what is written there.
import type { Path } from '../types.ts';
import type { FoundKey } from './keys.ts';

/** `the service`, `the collection "permits"`, `the field "plate"`, `"prefix" of the collection "permits"`. */
export function nameOf(path: Path): string {
  let thing = 'the service';
  let rest: Path = path;
  for (let i = 0; i + 1 < path.length; i++) {
    const noun = nouns[String(path[i])];
    // Beyond the first, `fields` of a tool is a list of names and no place of its own.
    if (noun === undefined || typeof path[i + 1] === 'number' || (i > 0 && !['collections', 'tools'].includes(String(path[i - 2]))))
      continue;
    thing = `the ${noun} "${path[i + 1]}"`;
    rest = path.slice(i + 2);
    i++;
  }
  const inside = rest.map((step, i) => (typeof step === 'number' ? ` (number ${step + 1})` : i === 0 ? step : `.${step}`)).join('');
  return inside === '' ? thing : `"${inside}" of ${thing}`;
}

const nouns: { readonly [key: string]: string } = {
  settings: 'setting',
  collections: 'collection',
  fields: 'field',
  tools: 'tool',
  filters: 'filter',
};

/** What to write where something does not fit: what the key is for, and how it looks. */
export function whatBelongs(found: FoundKey | undefined): string {
  if (found === undefined) return 'docs/own-services.md shows a whole service.';
  const { key, about, example, form, named } = found;
  const whole = named && Object.hasOwn(wholes, key) ? wholes[key] : undefined;
  if (whole !== undefined) return whole;
  const words = form.kind === 'choice' ? ` One of: ${Object.keys(form.of).join(', ')}.` : '';
  return `"${key}": ${about}${words} For example \`${key}: ${example}\`.`;
}

/** What is said of a thing as a whole. */
const wholes: { readonly [key: string]: string } = {
  tools:
    'Look at its name, and at `fields` and `sets`: what a new record needs comes from there or is the default of its field; what may be absent is `optional`.',
  collections: 'Give it a tool, or leave it out.',
};
