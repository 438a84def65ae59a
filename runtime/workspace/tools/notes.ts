// Sentences that several kinds of tool say about themselves.
import { type Collection, isDetail, type ServiceDefinition, type Tool } from '#services/types.ts';

/** Which fields lists and searches leave out, and which tool shows them. */
export function detailNote(tool: Tool, service: ServiceDefinition, collection: Collection): string {
  const details = Object.entries(collection.fields).flatMap(([name, field]) => (isDetail(field) ? [name] : []));
  if (details.length === 0) return '';
  const getter = Object.entries(service.tools).find(([, other]) => other.kind === 'get' && other.collection === tool.collection);
  return `Left out of items: ${details.join(', ')}${getter === undefined ? '' : ` (${getter[0]} shows them)`}.`;
}
