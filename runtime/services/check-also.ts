// Whether what a tool says of other records that change with its own makes sense.
import { convertField } from '#workspace/fields.ts';
import { openZone } from '#workspace/times.ts';
import { withArticle } from './article.ts';
import { checkWritten, kindIn, own, typeWords } from './check-words.ts';
import type { Also, Amounts, Collection, FindCollection, ServiceDefinition, Tool } from './types.ts';

/** A way to other records, and values that these can take. What another service holds is looked at where `find` knows it. */
export function checkAlso(
  place: string,
  also: readonly Also[] | undefined,
  { tool, definition, find }: { readonly tool: Tool; readonly definition: ServiceDefinition; readonly find: FindCollection },
): string[] {
  if (also === undefined) return [];
  if (also.length === 0) return [`${place}: names nothing that changes`];
  const result = definition.collections[tool.collection]?.fields ?? {};
  return [
    ...(Object.hasOwn(result, 'also')
      ? [
          `${place}: the answer has a place called also, and so has ${withArticle(definition.collections[tool.collection]?.noun ?? 'record')}`,
        ]
      : []),
    ...also.flatMap((one, index) => checkOne(`${place}.${index}`, one, { tool, definition, find })),
  ];
}

interface Context {
  readonly tool: Tool;
  readonly definition: ServiceDefinition;
  readonly find: FindCollection;
}

function checkOne(place: string, one: Also, { tool, definition, find }: Context): string[] {
  const way = startOf(place, one, tool, definition);
  if (!('from' in way)) return way.problems;
  const { from } = way;
  const deeds = [one.adds, one.takes, one.sets].flatMap((values) => Object.keys(values ?? {}));
  const problems = deeds.length === 0 ? [`${place}: nothing of the other record is changed`] : [];
  const twice = deeds.find((name, index) => deeds.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`${place}: ${twice} is changed twice`);
  const path = one.to === undefined ? `${definition.name}.${one.every}` : (own(from, one.to)?.to ?? '');
  const target = find(path);
  return [
    ...problems,
    ...checkAmounts(`${place}.adds`, one.adds ?? {}, from, target),
    ...checkAmounts(`${place}.takes`, one.takes ?? {}, from, target),
    ...Object.entries(one.sets ?? {}).flatMap(([name, written]) =>
      checkSet(`${place}.sets.${name}`, name, written, { target, definition }),
    ),
  ];
}

/** The records that lead to those that change. */
function startOf(
  place: string,
  { every, by, to }: Also,
  tool: Tool,
  definition: ServiceDefinition,
): { readonly from: Collection } | { readonly problems: string[] } {
  if (every === undefined && to === undefined) return { problems: [`${place}: has neither every nor to, so that it leads nowhere`] };
  if ((every === undefined) !== (by === undefined)) return { problems: [`${place}: every and by go together`] };
  const name = every ?? tool.collection;
  const from = Object.hasOwn(definition.collections, name) ? definition.collections[name] : undefined;
  if (from === undefined) return { problems: [`${place}.every: there is no collection ${name}`] };
  const back = by === undefined ? undefined : own(from, by);
  if (by !== undefined && (back === undefined || kindIn(back) !== 'reference' || back.to !== `${definition.name}.${tool.collection}`))
    return { problems: [`${place}.by: ${by} is no reference to ${definition.name}.${tool.collection}`] };
  const forward = to === undefined ? undefined : own(from, to);
  if (to !== undefined && (forward === undefined || kindIn(forward) !== 'reference'))
    return { problems: [`${place}.to: ${to} is no reference of ${withArticle(from.noun)}`] };
  return { from };
}

const NUMBERS: readonly string[] = ['integer', 'number', 'money'];

function checkAmounts(place: string, amounts: Amounts, from: Collection, target: Collection | undefined): string[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const at = `${place}.${name}`;
    const field = target && own(target, name);
    const source = typeof amount === 'number' ? undefined : own(from, amount);
    const problems: string[] = [];
    if (target !== undefined && field === undefined) problems.push(`${at}: ${withArticle(target.noun)} has no field ${name}`);
    if (field !== undefined && !NUMBERS.includes(field.type))
      problems.push(`${at}: ${name} is of type ${typeWords(field)}, which has no sum`);
    if (typeof amount === 'number') return amount > 0 ? problems : [...problems, `${at}: ${amount} is not more than nothing`];
    if (source === undefined) return [...problems, `${at}: ${withArticle(from.noun)} has no field ${amount}`];
    if (!NUMBERS.includes(source.type)) return [...problems, `${at}: ${amount} is of type ${typeWords(source)}, not a number`];
    if (field?.type === 'integer' && source.type !== 'integer')
      problems.push(`${at}: ${name} is a whole number, and ${amount} need not be`);
    if ((field?.type === 'money') !== (source.type === 'money') && field !== undefined)
      problems.push(`${at}: an amount of money and a number do not add up`);
    return problems;
  });
}

function checkSet(
  place: string,
  name: string,
  written: string | number | boolean,
  { target, definition }: { readonly target: Collection | undefined; readonly definition: ServiceDefinition },
): string[] {
  if (target === undefined) return [];
  const field = own(target, name);
  if (field === undefined) return [`${place}: ${withArticle(target.noun)} has no field ${name}`];
  // Of another service's field a file says only the text; it is converted when it is set.
  const isPlain = typeof written === 'string' && !written.startsWith('$') && field.type !== 'list';
  return isPlain && convertField(field, written, { zone: openZone('UTC') }).ok ? [] : checkWritten(place, field, written, definition);
}
