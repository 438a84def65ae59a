// Written matchers (`urgent`, `{ in: "${managers}" }`, `{ every: { … } }`) → the grader's matchers, typed by the field they look at.
import type { Field } from '#services/types.ts';
import type { Written } from '../shapes.ts';
import type { Path, Template } from '../types.ts';
import type { LinkContext } from './context.ts';
import type { Slots } from './slots.ts';
import { computeValue, isComputed } from './values.ts';

export interface MatcherInput {
  readonly field: Field;
  readonly written: Written;
  readonly path: Path;
  readonly context: LinkContext;
  readonly slots: Slots;
  /** Lists hold each value once. */
  readonly distinct?: true;
}

/** Words of a matcher mapping; each stands alone. */
export const matcherWords = ['equals', 'in', 'not', 'every', 'some', 'contains', 'at_least', 'at_most'] as const;

/** The matcher as a template; undefined after reporting what is wrong with it. */
export function linkMatcher(input: MatcherInput): Template | undefined {
  const { written, field, path, context } = input;
  if (typeof written === 'string') return equalTo(linkValue(input), field);
  if (isList(written)) return field.type === 'list' ? equalTo(linkValue(input), field) : wrong(input, 'one value or a matcher');
  const [word, ...more] = Object.keys(written);
  if (word === undefined || more.length > 0) return wrong(input, `one of ${matcherWords.map((w) => `${w}:`).join(', ')}`);
  const inner = { ...input, written: written[word] ?? '', path: [...path, word] };
  const item: Field = field.type === 'list' ? { ...field, type: field.of ?? 'string' } : field;
  switch (word) {
    case 'equals':
      return wrap('equals', linkValue(inner));
    case 'in':
      return wrap('in', linkValue({ ...inner, field: { ...item, type: 'list', of: single(item) }, distinct: true }));
    case 'not':
      return wrap('not', linkMatcher(inner));
    case 'every':
    case 'some':
      return field.type === 'list'
        ? wrap(word, linkMatcher({ ...inner, field: item }))
        : wrong(input, `a field that is a list for ${word}:`);
    case 'contains':
      return wrap('contains', linkValue({ ...inner, field: field.type === 'list' ? item : { type: 'text', about: '' } }));
    case 'at_least':
    case 'at_most':
      return wrap(word, linkValue({ ...inner, field: { type: 'number', about: '' } }));
    default:
      context.report('validate/unknown-key', context.places.key([...path, word]), {
        key: word,
        within: 'a matcher',
        choices: matcherWords,
      });
      return undefined;
  }
}

/** A value of the field: literal, or behind a slot when it is computed. */
export function linkValue(input: MatcherInput): Template | undefined {
  const { written, field, path, context, slots, distinct } = input;
  if (isList(written)) {
    if (field.type !== 'list') return wrong(input, 'one value');
    const item: Field = { ...field, type: field.of ?? 'string' };
    const items = written.map((one, i) => linkValue({ ...input, written: one, field: item, path: [...path, i] }));
    return items.some((one) => one === undefined) ? undefined : (items as Template[]);
  }
  if (typeof written !== 'string') return wrong(input, 'a value');
  if (!isComputed(written)) return computeValue(written, field, path, context, context.scope);
  const name = path.findLast((step) => typeof step === 'string' && !(matcherWords as readonly string[]).includes(step));
  return slots.add(String(name ?? 'value'), written, (scope) => {
    const value = computeValue(written, field, path, context, scope);
    return distinct && Array.isArray(value) ? [...new Set(value)] : value;
  });
}

/** Texts are compared as texts and times as instants; everything else exactly. */
function equalTo(value: Template | undefined, field: Field): Template | undefined {
  if (value === undefined) return undefined;
  if (field.type === 'string' || field.type === 'text') return { text: value };
  return field.type === 'time' ? { time: value } : value;
}

function wrap(word: string, value: Template | undefined): Template | undefined {
  return value === undefined ? undefined : { [word]: value };
}

function single(field: Field): Exclude<Field['type'], 'list'> {
  return field.type === 'list' ? 'string' : field.type;
}

function wrong({ context, path }: MatcherInput, expected: string): undefined {
  context.report('validate/wrong-shape', context.places.value(path), { expected, found: 'something else' });
  return undefined;
}

function isList(written: Written): written is readonly Written[] {
  return Array.isArray(written);
}
