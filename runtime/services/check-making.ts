// Whether what a tool says of states, copies, lists, versions and series makes sense.
import { withArticle } from './article.ts';
import { checkFieldNames, checkName, checkWritten, kindIn, own, TEXTUAL, typeWords } from './check-words.ts';
import type { Collection, Copy, CreateTool, Field, SendTool, ServiceDefinition, State, UpdateTool } from './types.ts';

/** Every field of a state has one of the values that it may have. */
export function checkState(place: string, state: State | undefined, collection: Collection): string[] {
  return Object.entries(state ?? {}).flatMap(([name, values]) => {
    const field = own(collection, name);
    const at = `${place}.${name}`;
    if (field === undefined) return [`${at}: ${withArticle(collection.noun)} has no field ${name}`];
    if (values.length === 0) return field.optional === true ? [] : [`${at}: no value at all, though every ${collection.noun} has one`];
    switch (kindIn(field)) {
      case 'enum':
        return values.flatMap((value) => (field.values?.includes(String(value)) ? [] : [`${at}: it is never ${String(value)}`]));
      case 'boolean':
        return values.flatMap((value) => (typeof value === 'boolean' ? [] : [`${at}: it is never ${value}`]));
      case 'string':
        return values.flatMap((value) => (typeof value === 'string' && value !== '' ? [] : [`${at}: it is never ${String(value)}`]));
      default:
        return [`${at}: a state is told by enums, booleans and short texts, not by a ${typeWords(field)}`];
    }
  });
}

/** The source, and for each field that is copied a value there that fits. */
export function checkCopies(place: string, tool: CreateTool | SendTool, collection: Collection, definition: ServiceDefinition): string[] {
  const { from, copies = {} } = tool;
  if (from === undefined) return Object.keys(copies).length === 0 ? [] : [`${place}.copies: there is no from to copy out of`];
  const name = from.collection ?? tool.collection;
  const source = Object.hasOwn(definition.collections, name) ? definition.collections[name] : undefined;
  if (source === undefined) return [`${place}.from.collection: there is no collection ${name}`];
  return [
    ...checkName(`${place}.from.argument`, from.argument),
    ...(Object.keys(copies).length === 0 ? [`${place}.copies: nothing is copied`] : []),
    ...Object.entries(copies).flatMap(([field, copy]) => {
      const at = `${place}.copies.${field}`;
      const target = own(collection, field);
      if (target === undefined) return [`${at}: ${withArticle(collection.noun)} has no field ${field}`];
      if (Object.hasOwn(tool.sets ?? {}, field)) return [`${at}: sets says another value`];
      return checkCopy(at, copy, { target, source, path: `${definition.name}.${name}`, definition });
    }),
  ];
}

interface Copying {
  readonly target: Field;
  readonly source: Collection;
  /** `mail.messages`: where the source is. */
  readonly path: string;
  readonly definition: ServiceDefinition;
}

function checkCopy(at: string, copy: Copy, { target, source, path, definition }: Copying): string[] {
  const whole = typeof copy === 'object' && 'all' in copy ? copy : undefined;
  const part = typeof copy === 'object' && 'of' in copy ? copy : undefined;
  const names: readonly string[] = [whole?.all ?? part?.of ?? (copy as string | readonly string[])].flat();
  const single: Field = { ...target, type: target.of ?? 'string' };
  const isWorded = part?.prefix !== undefined || part?.below !== undefined;
  return [
    ...(names.length === 0 ? [`${at}: names no field`] : []),
    ...names.flatMap((name) => {
      const found: Field | undefined = name === 'id' ? { type: 'reference', to: path, about: '' } : own(source, name);
      if (found === undefined) return [`${at}: ${withArticle(source.noun)} has no field ${name}`];
      return fits(found, target)
        ? []
        : [`${at}: ${name} is of type ${typeWords(found)} and does not go into one of type ${typeWords(target)}`];
    }),
    ...(whole !== undefined && target.type !== 'list' ? [`${at}.all: only a list takes the values of several fields`] : []),
    ...(whole?.without ?? []).flatMap((written) => checkWritten(`${at}.without`, single, written, definition)),
    ...(isWorded && target.type !== 'string' && target.type !== 'text' ? [`${at}: prefix and below are for texts`] : []),
  ];
}

/** Whether a value of one field may stand in the other. */
function fits(from: Field, to: Field): boolean {
  if (from.type === 'list' && to.type !== 'list') return false;
  const [kind, wanted] = [kindIn(from), kindIn(to)];
  if (wanted === 'string' || wanted === 'text') return TEXTUAL.includes(kind);
  if (kind !== wanted) return false;
  if (kind === 'reference') return from.to === to.to;
  return kind !== 'enum' || (from.values ?? []).every((value) => to.values?.includes(value));
}

/** What values are added to, or taken from. */
export function checkLists(place: string, { adds, removes, makes = {}, sets = {} }: UpdateTool, collection: Collection): string[] {
  return Object.entries({ adds, removes }).flatMap(([key, names]) => {
    if (names === undefined) return [];
    const at = `${place}.${key}`;
    return [
      ...checkFieldNames(at, names, collection),
      ...names.flatMap((name) => {
        const field = own(collection, name);
        if (field !== undefined && field.type !== 'list') return [`${at}: ${name} is no list`];
        return Object.hasOwn(makes, name) || Object.hasOwn(sets, name) ? [`${at}: ${name} is set by the tool itself`] : [];
      }),
    ];
  });
}

/** The other collection refers back, and can be filled from the record. */
export function checkKeeps(place: string, { keeps, collection: name }: UpdateTool, definition: ServiceDefinition): string[] {
  if (keeps === undefined) return [];
  const other = Object.hasOwn(definition.collections, keeps.in) ? definition.collections[keeps.in] : undefined;
  const fields = definition.collections[name]?.fields ?? {};
  if (other === undefined || keeps.in === name) return [`${place}.in: there is no other collection ${keeps.in}`];
  const back = own(other, keeps.as);
  const isBack = back?.type === 'reference' && back.to === `${definition.name}.${name}`;
  return [
    ...(isBack ? [] : [`${place}.as: ${keeps.as} is no reference to ${definition.name}.${name}`]),
    ...Object.entries(other.fields).flatMap(([field, { type, optional, default: preset }]) => {
      if (field === keeps.as || optional === true || preset !== undefined) return [];
      const taken = Object.hasOwn(fields, field) ? fields[field] : undefined;
      const isFilled = taken?.type === type && (taken.optional !== true || taken.default !== undefined);
      return isFilled ? [] : [`${place}: a kept ${other.noun} may have no ${field}`];
    }),
  ];
}

/** What moves has a date, and the series a place of its own. */
export function checkRepeats(place: string, { repeats, fields, sets = {}, copies = {} }: CreateTool, collection: Collection): string[] {
  if (repeats === undefined) return [];
  const series = own(collection, repeats.series);
  const isFree = !fields.includes(repeats.series) && !Object.hasOwn(sets, repeats.series) && !Object.hasOwn(copies, repeats.series);
  return [
    ...checkFieldNames(`${place}.moves`, repeats.moves, collection),
    ...repeats.moves.flatMap((name, index) => {
      const field = own(collection, name);
      if (field === undefined) return [];
      if (field.type !== 'time' && field.type !== 'date') return [`${place}.moves: ${name} is neither a time nor a date`];
      return index === 0 && field.optional === true ? [`${place}.moves: ${name} leads the series and may not be optional`] : [];
    }),
    ...(series?.type === 'string' && series.optional === true && isFree
      ? []
      : [`${place}.series: ${repeats.series} is no optional text of the service's own`]),
    ...(own(collection, 'entries') === undefined
      ? []
      : [`${place}: the answer has a place called entries, and so has ${withArticle(collection.noun)}`]),
  ];
}
