// Tools that work only on records in a certain state, references that may only lead to such, and what is said where a record is in another.
import type { DataRecord } from '#grader/evidence/types.ts';
import { type ServiceDefinition, type State, type Tool, withArticle } from '#services/types.ts';
import { collectionNamed, collectionOf, type Refusal, type ToolUse, valueIn } from './kind.ts';

/** Whether the record is in the state. */
export function isIn(record: DataRecord, state: State): boolean {
  return oddIn(record, state) === undefined;
}

/** The first field of the state that the record does not have as it has to be. */
function oddIn(record: DataRecord, state: State): { readonly field: string; readonly values: State[string] } | undefined {
  const odd = Object.entries(state).find(([field, values]) => !fits(record, field, values));
  return odd && { field: odd[0], values: odd[1] };
}

/** The refusal of a tool that does not take the record as it is: says what state it is in and which tool changes that. Undefined where it is taken. */
export function stateRefusal(
  { tool, service }: { readonly tool: Tool; readonly service: ServiceDefinition },
  { record, collection, state = {} }: { readonly record: DataRecord; readonly collection: string; readonly state?: State | undefined },
): Refusal | undefined {
  const odd = oddIn(record, state);
  if (odd === undefined) return undefined;
  const { field, values } = odd;
  const { noun } = collectionNamed(service, collection);
  const helpers = Object.entries(service.tools).flatMap(([name, other]) =>
    other.collection === collection && leadsOut(other, record, [field, values]) ? [`${service.name}.${name}`] : [],
  );
  return {
    ok: false,
    code: 'conflict',
    message: `${nameOf(tool, service)} does not take ${noun} ${record.id}: its ${field} would have to be ${stateWords(values)}, and ${foundWords(record, field)}.`,
    hint: helpers.length === 0 ? `No tool changes the ${field} of this ${noun}.` : `${helpers.join(' or ')} changes the ${field}.`,
  };
}

/** The refusal of a record that would come to name another which its fields do not take as that is; what it named before stays. */
export function referredRefusal(
  { tool, service, world, office }: ToolUse<Tool>,
  { before, after }: { readonly before?: DataRecord; readonly after: DataRecord },
): Refusal | undefined {
  for (const [name, { only_if: state, to = '' }] of Object.entries(collectionOf(service, tool).fields)) {
    if (state === undefined) continue;
    const known = new Set(before === undefined ? [] : [valueIn(before, name) ?? []].flat());
    for (const id of [valueIn(after, name) ?? []].flat()) {
      const referred = known.has(id) ? undefined : world.get(to, String(id));
      const odd = referred && oddIn(referred, state);
      if (referred === undefined || odd === undefined) continue;
      const finder = office.finder(to);
      return {
        ok: false,
        code: 'conflict',
        message: `${nameOf(tool, service)} does not take ${referred.id} as ${name}: its ${odd.field} would have to be ${stateWords(odd.values)}, and ${foundWords(referred, odd.field)}.`,
        hint: finder === undefined ? 'Choose another.' : `${finder} shows the others.`,
      };
    }
  }
  return undefined;
}

/** `The status has to be open or pending.`, for descriptions. */
export function stateNote(state: State | undefined, noun: string): string {
  const parts = Object.entries(state ?? {}).map(([field, values]) => `the ${field} is ${stateWords(values)}`);
  return parts.length === 0 ? '' : `Only for ${withArticle(noun)} of which ${parts.join(' and ')}.`;
}

/** What a field would have to be: `open or pending`. */
export function stateWords(values: State[string]): string {
  return values.length === 0 ? 'empty' : values.join(' or ');
}

/** What it is instead: `it is closed`. */
function foundWords(record: DataRecord, field: string): string {
  const value = valueIn(record, field);
  return value === undefined ? 'there is none' : `it is ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

function fits(record: DataRecord, field: string, values: State[string]): boolean {
  const value = valueIn(record, field);
  if (value === undefined) return values.length === 0;
  return values.some((one) => one === value || (Array.isArray(value) && value.includes(String(one))));
}

function nameOf(tool: Tool, service: ServiceDefinition): string {
  const name = Object.entries(service.tools).find(([, other]) => other === tool)?.[0];
  return name === undefined ? tool.title : `${service.name}.${name}`;
}

/** Whether the tool takes the record as it is and can bring the field to one of the values. */
function leadsOut(tool: Tool, record: DataRecord, [field, values]: readonly [string, State[string]]): boolean {
  if (tool.kind !== 'update' || !isIn(record, tool.only_if ?? {})) return false;
  if (tool.clears?.includes(field) === true) return values.length === 0;
  const made = tool.makes !== undefined && Object.hasOwn(tool.makes, field) ? tool.makes[field] : undefined;
  return made === undefined ? tool.fields.includes(field) : values.some((value) => value === made);
}
