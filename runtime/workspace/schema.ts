// How tools are described to agents: one source for MCP, for GET /tools and for the stub's help.
import type { Json } from '#grader/evidence/types.ts';
import { collectionsOf, type Field, type FieldType } from '#services/types.ts';
import { decimalsOf, isCurrencyCode } from './decimals.ts';
import { mountTools } from './office.ts';
import { REPLY, replyParameters, replyTool } from './reply.ts';
import { kindOf } from './tools/index.ts';
import { collectionOf, type Parameter } from './tools/kind.ts';
import { stateWords } from './tools/state.ts';
import type { AnswerForm, AnswerTable, AnswerValue, Office } from './types.ts';

export interface ToolListing {
  /** `helpdesk.update_ticket` */
  readonly name: string;
  /** The same without a dot, which MCP clients do not take: `helpdesk_update_ticket`. Unique; look it up, do not take it apart. */
  readonly mcpName: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: { readonly [name: string]: Json };
    readonly required?: readonly string[];
    readonly additionalProperties: false;
  };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** All tools of an office in the order of its services, `reply` last. */
export function toolList(office: Pick<Office, 'services' | 'zone' | 'answer'>): readonly ToolListing[] {
  const taken = new Set<string>([REPLY]);
  const find = collectionsOf(office.services);
  const listings = [...mountTools(office.services).values()].map(({ name, service, tool, parameters }): ToolListing => {
    const kind = kindOf(tool);
    const { readOnly, destructive, idempotent, openWorld = false } = typeof kind.hints === 'function' ? kind.hints(tool) : kind.hints;
    return {
      name,
      mcpName: freeName(name.replace('.', '_'), taken),
      title: tool.title,
      description: `${tool.about} ${kind.notes(tool, service, collectionOf(service, tool), find)}`.trim(),
      inputSchema: argumentsSchema(parameters, office.zone),
      annotations: {
        title: tool.title,
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: openWorld,
      },
    };
  });
  const reply: ToolListing = {
    name: REPLY,
    mcpName: REPLY,
    title: replyTool.title,
    description: office.answer === undefined ? replyTool.about : `${replyTool.about} ${replyTool.form}`,
    inputSchema: replySchema(office.answer, office.zone),
    annotations: { title: replyTool.title, readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  return [...listings, reply];
}

export function argumentsSchema(parameters: readonly Parameter[], zone: string): ToolListing['inputSchema'] {
  const required = parameters.flatMap((parameter) => (parameter.required ? [parameter.name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter, zone)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** A message, or a message and a form, of which nothing is required. */
function replySchema(form: AnswerForm | undefined, zone: string): ToolListing['inputSchema'] {
  const { required, ...message } = argumentsSchema(replyParameters, zone);
  if (form === undefined) return { ...message, ...(required && { required }) };
  const fields = Object.entries(form).map(([name, field]) => [
    name,
    field.type === 'table' ? tableSchema(field, zone) : answerSchema(field, zone),
  ]);
  return { ...message, properties: { ...message.properties, ...Object.fromEntries(fields) } };
}

function answerSchema({ unit, ...field }: AnswerValue, zone: string): Json {
  const about = unit === undefined ? field.about : `${field.about} In ${unit}.`;
  return parameterSchema({ name: '', required: false, field: { ...field, about } }, zone);
}

function tableSchema({ about, key, columns }: AnswerTable, zone: string): Json {
  const properties = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, answerSchema(column, zone)]));
  return {
    type: 'array',
    items: { type: 'object', properties, required: key, additionalProperties: false },
    description: `${about} One object per row, at most one with the same ${key.join(' and ')}.`,
  };
}

/** Said of arguments that can take a field's value away. */
export const CLEARS = 'null takes the value away.';

/** What may stand in a cell. */
const CELL = { type: ['string', 'number', 'boolean', 'null'] } as const;

function parameterSchema({ field, clears, otherwise, form: list }: Parameter, zone: string): Json {
  if (list === 'pairs') return { type: 'object', additionalProperties: CELL, description: field.about };
  if (list === 'rows') return { type: 'array', items: { type: 'array', items: CELL }, description: field.about };
  const form = formNote(field, zone);
  const order = field.after === undefined ? '' : `Later than ${field.after}.`;
  const unlessGiven = otherwise === undefined ? '' : `(${otherwise} unless given)`;
  const description = [field.about, order, form, unlessGiven, clears === true ? CLEARS : ''].filter((part) => part !== '').join(' ');
  const value = field.type === 'list' ? { type: 'array', items: valueSchema(field.of ?? 'string', field) } : valueSchema(field.type, field);
  if (clears !== true) return { ...value, description };
  const nullable = { ...value, type: [value.type, 'null'] };
  return 'enum' in nullable && nullable.enum !== undefined
    ? { ...nullable, enum: [...nullable.enum, null], description }
    : { ...nullable, description };
}

function valueSchema(type: Exclude<FieldType, 'list'>, field: Field): { readonly type: string; readonly enum?: readonly string[] } {
  switch (type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return { type };
    case 'money':
      return { type: 'number' };
    case 'enum':
      return { type: 'string', enum: field.values ?? [] };
    case 'string':
    case 'text':
    case 'secret':
    case 'time':
    case 'date':
    case 'duration':
    case 'address':
    case 'reference':
      return { type: 'string' };
  }
}

/** How a value of the field is written, where its JSON type does not say. */
function formNote(field: Field, zone: string): string {
  switch (field.type === 'list' ? field.of : field.type) {
    case 'time':
      return `A time, such as 2026-03-09T09:00:00+01:00; without an offset it is read in ${zone}, and a date alone means 00:00.`;
    case 'date':
      return 'A date, such as 2026-03-09.';
    case 'duration':
      return 'A length of time, such as 45m, 1h 30m or 2d; a day is 24 hours.';
    case 'money':
      return amountNote(field);
    case 'reference':
      return referenceNote(field);
    default:
      return '';
  }
}

/** A name that a person would write is not what is taken, so it is said where the field's own words do not. */
function referenceNote({ about, to, type, only_if: state }: Field): string {
  const ids = type === 'list' ? `Ids of ${to}.` : `An id of ${to}.`;
  const parts = Object.entries(state ?? {}).map(([field, values]) => `whose ${field} is ${stateWords(values)}`);
  return [to === undefined || /\bids?\b/.test(about) ? '' : ids, parts.length === 0 ? '' : `Only one ${parts.join(' and ')}.`]
    .join(' ')
    .trim();
}

function amountNote({ currency }: Field): string {
  if (currency === undefined) return 'An amount of money.';
  return isCurrencyCode(currency)
    ? `An amount in ${currency}, at most ${decimalsOf(currency)} decimals.`
    : `An amount in the currency of ${currency}.`;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
  taken.add(name);
  return name;
}
