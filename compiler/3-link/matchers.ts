// Written matchers (`urgent`, `{ in: "${managers}" }`, `{ every: { … } }`) → the grader's matchers, typed by the field they look at.
import type { Field } from '#services/types.ts';
import { readBoolean } from '../2-validate/formats.ts';
import type { Written } from '../shapes.ts';
import type { Path, Template } from '../types.ts';
import type { LinkContext } from './context.ts';
import type { Slots } from './slots.ts';
import { linkTells } from './tells.ts';
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

/** Bounds, of which several may stand together. */
const bounds = ['at_least', 'at_most', 'after', 'before'] as const;

/** Words of a matcher mapping; but for `besides`, each stands alone. */
export const matcherWords = [
  'equals',
  'in',
  'one_of',
  'not',
  'every',
  'some',
  'ordered',
  'set',
  'multiset',
  'contains',
  'names',
  'number',
  'tells',
  'domain',
  'before',
  'after',
  'at_least',
  'at_most',
] as const;

/** What may stand beside a word. */
const besides: { readonly [word: string]: readonly string[] } = {
  number: ['within', 'unit'],
  domain: ['subdomains'],
  ...Object.fromEntries(bounds.map((word) => [word, bounds])),
};

/** The matcher as a template; undefined after reporting what is wrong with it. */
export function linkMatcher(input: MatcherInput): Template | undefined {
  const { written, field, path, context } = input;
  if (typeof written === 'string')
    return field.type === 'list' ? wrap('multiset', listOf(linkValue(input))) : equalTo(linkValue(input), field);
  if (isList(written)) return field.type === 'list' ? wrap('multiset', linkValue(input)) : wrong(input, 'one value or a matcher');
  const keys = Object.keys(written);
  const word = keys.find((key) => (matcherWords as readonly string[]).includes(key)) ?? keys[0];
  if (word === undefined || keys.some((key) => key !== word && !besides[word]?.includes(key)))
    return wrong(input, `one of ${matcherWords.map((w) => `${w}:`).join(', ')}`);
  const inner = { ...input, written: written[word] ?? '', path: [...path, word] };
  const item: Field = field.type === 'list' ? { ...field, type: field.of ?? 'string' } : field;
  switch (word) {
    case 'equals':
      return wrap('equals', linkValue(inner));
    case 'in':
      // Texts are compared as texts also where several will do.
      return wrap(
        field.type === 'string' || field.type === 'text' ? 'text' : 'in',
        linkValue({ ...inner, field: { ...item, type: 'list', of: single(item) }, distinct: true }),
      );
    case 'one_of': {
      if (!isList(inner.written) || inner.written.length === 0) return wrong(inner, 'a list of values or matchers');
      const of = inner.written.map((one, i) => linkMatcher({ ...inner, written: one, path: [...inner.path, i] }));
      return of.some((one) => one === undefined) ? undefined : { one_of: of as Template[] };
    }
    case 'ordered':
    case 'set':
    case 'multiset':
      return field.type === 'list' ? wrap(word, linkValue(inner)) : wrong(input, `a field that is a list for ${word}:`);
    case 'names':
      return linkNames(inner, item);
    case 'number':
      return linkNumber(input, item);
    case 'domain':
      return linkDomain(input, item);
    case 'tells':
      return item.type === 'string' || item.type === 'text'
        ? wrap('tells', linkTold(inner))
        : wrong(input, 'a field that is a text for tells:');
    case 'before':
    case 'after':
    case 'at_least':
    case 'at_most':
      return linkBounds(input);
    case 'not':
      return wrap('not', linkMatcher(inner));
    case 'every':
    case 'some':
      return field.type === 'list'
        ? wrap(word, linkMatcher({ ...inner, field: item }))
        : wrong(input, `a field that is a list for ${word}:`);
    case 'contains':
      return wrap('contains', linkValue({ ...inner, field: field.type === 'list' ? item : { type: 'text', about: '' } }));
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

/** One written value of a list stands for a list of it. */
function listOf(value: Template | undefined): Template | undefined {
  return value === undefined || Array.isArray(value) || (typeof value === 'object' && value !== null) ? value : [value];
}

function linkNames(input: MatcherInput, item: Field): Template | undefined {
  const { path, context } = input;
  if (item.type !== 'string' && item.type !== 'text') return wrong(input, 'a field that is a text for names:');
  const names = linkValue({ ...input, field: { type: 'list', of: 'string', about: '' }, distinct: true });
  const unknown = [names].flat().find((name) => typeof name === 'string' && !isCalled(name, context));
  if (unknown === undefined) return wrap('names', names);
  const choices = Object.values(context.office.records).flatMap((records) => records.map(({ id }) => id));
  context.report('link/unknown-record', context.places.value(path), { id: String(unknown), collection: 'This office', choices });
  return undefined;
}

/** Whether a record has this id, or this value in a field: a name of nothing would be found nowhere. */
function isCalled(name: string, { office }: LinkContext): boolean {
  return Object.values(office.records).some((records) => records.some((record) => Object.values(record).includes(name)));
}

function linkNumber(input: MatcherInput, item: Field): Template | undefined {
  const { written, path, context } = input;
  if (!['number', 'integer', 'money', 'string', 'text'].includes(item.type)) return wrong(input, 'a number or a text for number:');
  const part = (key: string, type: 'number' | 'string') => {
    const value = (written as { readonly [key: string]: Written })[key];
    return value === undefined ? undefined : linkValue({ ...input, written: value, path: [...path, key], field: { type, about: '' } });
  };
  const number = part('number', 'number');
  const within = part('within', 'number');
  const unit = part('unit', 'string');
  if (number === undefined) return undefined;
  if (typeof within === 'number' && within < 0) {
    const problem = 'a tolerance is not negative.';
    context.report('link/bad-value', context.places.value([...path, 'within']), { field: 'within', problem, hint: 'Write 0.01.' });
    return undefined;
  }
  return { number, ...(within !== undefined && { within }), ...(unit !== undefined && { unit }) };
}

function linkTold({ written, path, context, slots, ...input }: MatcherInput): Template | undefined {
  const value = (key: string, one: Written, type: 'number' | 'numbers' | 'string') =>
    linkValue({
      ...input,
      written: one,
      path: [...path, key],
      context,
      slots,
      field: type === 'numbers' ? { type: 'list', of: 'number', about: '' } : { type, about: '' },
    });
  return linkTells({ written, path, context, slots, value });
}

/** Bounds in the field's type. Of a text only a time of day has an order: 09:00. */
function linkBounds(input: MatcherInput): Template | undefined {
  const { written, field, path } = input;
  const linked = Object.entries(written as { readonly [key: string]: Written }).map(([word, one]) => {
    const inner = { ...input, written: one, path: [...path, word] };
    const isTimeOfDay =
      (field.type === 'string' || field.type === 'text') && typeof one === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(one);
    if (isTimeOfDay || ['time', 'date', 'duration', 'integer', 'number', 'money'].includes(field.type)) {
      const isPoint = isTimeOfDay || field.type === 'time' || field.type === 'date';
      if (!isPoint && (word === 'before' || word === 'after')) return [word, wrong(inner, `a time or a date for ${word}:`)] as const;
      return [word, linkValue(field.type === 'integer' ? { ...inner, field: { type: 'number', about: '' } } : inner)] as const;
    }
    return [word, wrong(inner, `a number, an amount, a time, a date or a length of time for ${word}:`)] as const;
  });
  return linked.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(linked.map(([word, value]) => [word, value ?? null]));
}

function linkDomain(input: MatcherInput, item: Field): Template | undefined {
  const { written, path, context } = input;
  if (!['address', 'string', 'text'].includes(item.type)) return wrong(input, 'an address for domain:');
  const { domain: host, subdomains } = written as { readonly [key: string]: Written };
  const domain = linkValue({ ...input, written: host ?? '', path: [...path, 'domain'], field: { type: 'string', about: '' } });
  if (domain === undefined || subdomains === undefined) return domain === undefined ? undefined : { domain };
  const too = readBoolean(String(subdomains), [...path, 'subdomains'], context);
  return too === undefined ? undefined : { domain, subdomains: too };
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
