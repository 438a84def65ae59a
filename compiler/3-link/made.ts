// Things that the agent makes, as `agree` names them → the grader's, with whether they are values or texts that name one.
import type { Field } from '#services/types.ts';
import type { CheckLinker } from '../checks/kind.ts';
import type { Written } from '../shapes.ts';
import type { Template } from '../types.ts';
import { answerField } from './answers.ts';
import type { CheckLinkerInput } from './check-linker.ts';
import { fieldsOf, findCollection } from './context.ts';
import { officeClock } from './office-clock.ts';

/** What a thing is compared as. */
type Kind = 'number' | 'text' | 'list' | 'yes or no' | 'names the value';

interface Made {
  readonly template: Template;
  readonly kind: Kind;
  /** A time or a day, which texts tell by the office's clock. */
  readonly isTime?: boolean;
}

/** The list of things, and the office's clock where they are times; undefined after reporting what is wrong. */
export function linkMade(input: CheckLinkerInput, linker: CheckLinker, key: string): { readonly [key: string]: Template } | undefined {
  const written = input.check.keys[key];
  const things = (Array.isArray(written) ? written : []).map((one: Written, i) => linkThing(one, i, { ...input, linker, key }));
  if (things.some((thing) => thing === undefined)) return undefined;
  const made = things.flatMap((thing) => thing ?? []);
  const bad = (problem: string, fix: string) => {
    input.context.report('link/bad-agree', input.context.places.key([...input.check.path, key]), { problem, fix });
    return undefined;
  };
  if (made.length < 2) return bad('there is only one of them', 'Name two things or more.');
  const kinds = [...new Set(made.map(({ kind }) => kind).filter((kind) => kind !== 'names the value'))];
  if (kinds.length === 0)
    return bad('all of them are texts, so nothing says what they have to name', 'Add a value, such as a field of the answer.');
  if (kinds.length > 1) return bad(`one is a ${kinds[0]}, another a ${kinds[1]}`, 'Compare values of one kind.');
  const clock = made.some(({ isTime }) => isTime) ? officeClock(input.context) : undefined;
  return { things: made.map(({ template }) => template), ...(clock && { clock: clock as unknown as Template }) };
}

interface ThingInput extends CheckLinkerInput {
  readonly linker: CheckLinker;
  readonly key: string;
}

function linkThing(written: Written, index: number, input: ThingInput): Made | undefined {
  const { check, context, linker, key } = input;
  const at = [key, index];
  const path = [...check.path, ...at];
  const bad = (problem: string) => {
    const fix =
      'Write answer.field, reply, { record: service.collection/ID, field }, { created: service.collection, field } or { sent: service }.';
    context.report('link/bad-agree', context.places.value(path), { problem, fix });
    return undefined;
  };
  if (written === 'reply') return { template: { reply: true }, kind: 'names the value' };
  if (typeof written === 'string') {
    const [, name] = /^answer\.(.+)$/.exec(written) ?? [];
    if (name === undefined) return bad(`"${written}" is nothing that the agent makes`);
    const field = answerField(name, { path, context });
    if (!field) return undefined;
    if (field.type === 'table') return bad(`the field "${name}" is a table`);
    return thing({ answer: name }, field);
  }
  if (Array.isArray(written)) return bad('a list stands where one thing is named');
  const mapping = written as { readonly [key: string]: Written };
  const is = (...keys: readonly string[]) => Object.keys(mapping).every((one) => keys.includes(one));
  if ('sent' in mapping && is('sent', 'to')) {
    const collection = linker.sender(...at, 'sent');
    const to = 'to' in mapping ? linker.matcher({ type: 'address', about: '' }, ...at, 'to') : undefined;
    if (collection === undefined || ('to' in mapping && to === undefined)) return undefined;
    const template = { sent: collection.slice(0, collection.indexOf('.')), ...(to !== undefined && { to }) };
    return { template, kind: 'names the value' };
  }
  if ('record' in mapping && 'field' in mapping && is('record', 'field')) {
    const record = linker.record(...at, 'record');
    const field = record && fieldAt(record.collection, input, at);
    return record && field && thing({ record: record.path, field: String(mapping.field) }, field);
  }
  if ('created' in mapping && 'field' in mapping && is('created', 'field', 'where')) {
    const collection = linker.collection(...at, 'created');
    const field = collection === undefined ? undefined : fieldAt(collection, input, at);
    const where = collection !== undefined && 'where' in mapping ? linker.fields(collection, ...at, 'where') : undefined;
    if (collection === undefined || !field || ('where' in mapping && where === undefined)) return undefined;
    return thing({ created: collection, ...(where !== undefined && { where }), field: String(mapping.field) }, field);
  }
  return bad(`it is not said what ${Object.keys(mapping).join(', ') || 'it'} is`);
}

function fieldAt(collection: string, { linker, context }: ThingInput, at: readonly (string | number)[]): Field | undefined {
  const [name = ''] = linker.fieldNames(collection, ...at, 'field') ?? [];
  const fields = fieldsOf(findCollection(collection, context.office) ?? { about: '', noun: '', prefix: '', fields: {} });
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A field of the type text is prose that names the value; all others hold it. */
function thing(template: { readonly [key: string]: Template }, { type }: Field): Made {
  if (type === 'text') return { template: { ...template, says: true }, kind: 'names the value' };
  const kind = type === 'number' || type === 'integer' ? 'number' : type === 'list' ? 'list' : type === 'boolean' ? 'yes or no' : 'text';
  return { template, kind, ...((type === 'time' || type === 'date') && { isTime: true }) };
}
