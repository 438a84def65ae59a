// Tools that work only on records in a certain state, and what is said where a record is in another.
import type { DataRecord } from '#grader/evidence/types.ts';
import { type ServiceDefinition, type State, type Tool, withArticle } from '#services/types.ts';
import { collectionNamed, type Refusal, valueIn } from './kind.ts';

/** Whether the record is in the state. */
export function isIn(record: DataRecord, state: State): boolean {
  return Object.entries(state).every(([field, values]) => fits(record, field, values));
}

/** The refusal of a tool that does not take the record as it is: says what state it is in and which tool changes that. Undefined where it is taken. */
export function stateRefusal(
  { tool, service }: { readonly tool: Tool; readonly service: ServiceDefinition },
  { record, collection, state = {} }: { readonly record: DataRecord; readonly collection: string; readonly state?: State | undefined },
): Refusal | undefined {
  const odd = Object.entries(state).find(([field, values]) => !fits(record, field, values));
  if (odd === undefined) return undefined;
  const [field, values] = odd;
  const { noun } = collectionNamed(service, collection);
  const helpers = Object.entries(service.tools).flatMap(([name, other]) =>
    other.collection === collection && leadsOut(other, record, odd) ? [`${service.name}.${name}`] : [],
  );
  const name = Object.entries(service.tools).find(([, other]) => other === tool)?.[0] ?? tool.title;
  const value = valueIn(record, field);
  const found = value === undefined ? 'there is none' : `it is ${Array.isArray(value) ? value.join(', ') : String(value)}`;
  return {
    ok: false,
    code: 'conflict',
    message: `${service.name}.${name} does not take ${noun} ${record.id}: its ${field} would have to be ${wanted(values)}, and ${found}.`,
    hint: helpers.length === 0 ? `No tool changes the ${field} of this ${noun}.` : `${helpers.join(' or ')} changes the ${field}.`,
  };
}

/** `The status has to be open or pending.`, for descriptions. */
export function stateNote(state: State | undefined, noun: string): string {
  const parts = Object.entries(state ?? {}).map(([field, values]) => `the ${field} is ${wanted(values)}`);
  return parts.length === 0 ? '' : `Only for ${withArticle(noun)} of which ${parts.join(' and ')}.`;
}

function fits(record: DataRecord, field: string, values: State[string]): boolean {
  const value = valueIn(record, field);
  if (value === undefined) return values.length === 0;
  return values.some((one) => one === value || (Array.isArray(value) && value.includes(String(one))));
}

/** Whether the tool takes the record as it is and can bring the field to one of the values. */
function leadsOut(tool: Tool, record: DataRecord, [field, values]: readonly [string, State[string]]): boolean {
  if (tool.kind !== 'update' || !isIn(record, tool.only_if ?? {})) return false;
  if (tool.clears?.includes(field) === true) return values.length === 0;
  const made = tool.makes !== undefined && Object.hasOwn(tool.makes, field) ? tool.makes[field] : undefined;
  return made === undefined ? tool.fields.includes(field) : values.some((value) => value === made);
}

function wanted(values: State[string]): string {
  return values.length === 0 ? 'empty' : values.join(' or ');
}
