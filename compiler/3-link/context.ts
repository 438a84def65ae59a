// What every part of phase 3 needs at hand: the office with its definitions, expressions, places and where to report.
import type { Collection, Field } from '#services/types.ts';
import type { FieldContext, IdLookup } from '#workspace/fields.ts';
import { type MountedTool, mountTools } from '#workspace/office.ts';
import { openZone } from '#workspace/times.ts';
import { alsoOf, alsoPath } from '#workspace/tools/also.ts';
import { listArgument } from '#workspace/tools/update.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Span } from '../diagnostics/types.ts';
import type { Office, Places, PlannedFile } from '../types.ts';
import type { Expressions, Scope } from './expressions.ts';

export type { MountedTool };

export interface LinkContext {
  readonly office: Office;
  readonly expressions: Expressions;
  readonly report: Report;
  readonly places: Places;
  /** The facts. */
  readonly scope: Scope;
  readonly fields: FieldContext;
  /** `service.collection.field` of everything that is secret. */
  readonly secretFields: readonly string[];
  /** The request as written, placeholders and all. */
  readonly request: string;
  /** What is given to the agent in its folder; absent until that is known. */
  readonly files?: readonly PlannedFile[];
}

/** All tools of the mounted services, in order of their names. Asked for all the time, so the list of each office is kept as long as it. */
export function mountedTools({ services }: Pick<Office, 'services'>): readonly MountedTool[] {
  const tools = mounted.get(services) ?? [...mountTools(services).values()];
  mounted.set(services, tools);
  return tools;
}

const mounted = new WeakMap<Office['services'], readonly MountedTool[]>();

/** `helpdesk.tickets`: what a tool works on. */
export function collectionOfTool(tool: MountedTool): string {
  return `${tool.service.name}.${tool.tool.collection}`;
}

/** Every collection that a tool writes to: its own, the one in which it keeps what was, and those of records that change with its own. */
export function collectionsWritten(tool: MountedTool): readonly string[] {
  const kept = tool.tool.kind === 'update' ? tool.tool.keeps?.in : undefined;
  const also = alsoOf(tool.tool).flatMap((one) => alsoPath(one, tool) ?? []);
  const from = tool.tool.kind === 'create' || tool.tool.kind === 'send' ? tool.tool.from : undefined;
  const others = [kept, from?.consumed === true ? from.collection : undefined].filter((name) => name !== undefined);
  return [...new Set([collectionOfTool(tool), ...others.map((name) => `${tool.service.name}.${name}`), ...also])];
}

/** The field that an argument of an update writes: `tags` for `add_tags`. */
export function fieldOfArgument({ tool }: MountedTool, argument: string): string {
  if (tool.kind !== 'update') return argument;
  const lists = [
    ...(tool.adds ?? []).map((name) => ['add', name] as const),
    ...(tool.removes ?? []).map((name) => ['remove', name] as const),
  ];
  return lists.find(([verb, name]) => listArgument(verb, name) === argument)?.[1] ?? argument;
}

/** Whether a tool works on records, and not on the shared folder: what it does there needs permission. */
export function worksOnRecords({ tool }: MountedTool): boolean {
  return tool.kind !== 'folder';
}

/** Whether a service works on the agent's folder, so that there has to be one. */
export function usesFolder(office: Pick<Office, 'services'>): boolean {
  return mountedTools(office).some((tool) => !worksOnRecords(tool));
}

export function isWriting(tool: MountedTool): boolean {
  return tool.tool.effect !== 'read';
}

/** The tool of that name; reports where there is none. */
export function findTool(name: string, place: Span, on: Pick<LinkContext, 'office' | 'report'>): MountedTool | undefined {
  const tools = mountedTools(on.office);
  const found = tools.find((tool) => tool.name === name);
  if (!found) on.report('link/unknown-tool', place, { name, choices: tools.map((tool) => tool.name) });
  return found;
}

/** The definition of `service.collection`, if mounted. */
export function findCollection(path: string, office: Pick<Office, 'services'>): Collection | undefined {
  const [service, name = '', ...more] = path.split('.');
  const collections = office.services.find((s) => s.name === service)?.collections ?? {};
  return more.length === 0 && Object.hasOwn(collections, name) ? collections[name] : undefined;
}

/** The definition of `service.collection`; reports which part of the name is wrong. `expected`: the form that belongs here. */
export function needCollection(
  path: string,
  place: Span,
  on: Pick<LinkContext, 'office' | 'report'>,
  expected = 'service.collection',
): Collection | undefined {
  const found = findCollection(path, on.office);
  if (found) return found;
  const { services } = on.office;
  const [name = '', collection] = path.split('.');
  const service = services.find((s) => s.name === name);
  if (collection === undefined || path.split('.').length > 2) {
    const example = collectionNames(on.office)[0] ?? 'mail.messages';
    on.report('link/bad-path', place, { value: path, expected, example });
  } else if (!service) on.report('link/unknown-service', place, { name, choices: services.map((s) => s.name), mounted: true });
  else on.report('link/unknown-collection', place, { name: collection, service: name, choices: Object.keys(service.collections) });
  return undefined;
}

export function collectionNames(office: Pick<Office, 'services'>): readonly string[] {
  return office.services.flatMap((s) => Object.keys(s.collections).map((c) => `${s.name}.${c}`));
}

/** The fields of a collection, `id` included. */
export function fieldsOf(collection: Collection): { readonly [name: string]: Field } {
  return { id: { type: 'string', about: `Id of the ${collection.noun}.` }, ...collection.fields };
}

/** How values of fields are read in this office: zone, and which ids there are. */
export function fieldContext(office: Office): FieldContext {
  const lookups = new Map<string, IdLookup>();
  for (const path of collectionNames(office)) {
    const ids = new Set((office.records[path] ?? []).map((record) => record.id));
    const noun = findCollection(path, office)?.noun ?? 'record';
    lookups.set(path, { noun, has: (id) => ids.has(id), ids: () => ids });
  }
  return { zone: openZone(office.zone), idsOf: (collection) => lookups.get(collection) };
}
