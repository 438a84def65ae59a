// An office made ready: everything that is worked out once from its definition and seed, and shared by all desks opened on it.
import { createHasher, type Hasher, officeDigest } from '#grader/evidence/hash.ts';
import type { FieldValue } from '#grader/evidence/types.ts';
import { collectionsOf, type ServiceDefinition, type Tool } from '#services/types.ts';
import { convertField } from './fields.ts';
import { openZone, type Zone } from './times.ts';
import { kindOf } from './tools/index.ts';
import { collectionOf, type OfficeView, type Parameter } from './tools/kind.ts';
import type { Office, PlannedFault } from './types.ts';
import { seedWorld, type WorldSeed } from './world.ts';

export interface MountedTool {
  /** `helpdesk.update_ticket` */
  readonly name: string;
  readonly service: ServiceDefinition;
  readonly tool: Tool;
  readonly parameters: readonly Parameter[];
}

export interface ReadyOffice {
  readonly office: Office;
  readonly digest: string;
  readonly seed: WorldSeed;
  readonly hasher: Hasher;
  readonly tools: ReadonlyMap<string, MountedTool>;
  /** Planned faults by tool. */
  readonly faults: ReadonlyMap<string, PlannedFault>;
  /** What tools may know; reference look-ups are added by the desk, since they follow its world. */
  readonly view: Omit<OfficeView, 'idsOf'>;
}

/** Throws where the office itself is wrong (unknown zone, a tool without its collection): the compiler lets no such office out. */
export function prepareOffice(office: Office): ReadyOffice {
  const seed = seedWorld(office.services, office.records);
  const tools = mountTools(office.services);
  const zone = openZone(office.zone);
  const finders = findersOf(office.services);
  return {
    office,
    digest: officeDigest(office),
    seed,
    hasher: createHasher(seed.world),
    tools,
    faults: new Map((office.faults ?? []).map((fault) => [fault.tool, fault])),
    view: {
      zone,
      now: office.now,
      finder: (collection) => finders.get(collection),
      findCollection: collectionsOf(office.services),
      value: (service, written) => writtenValue({ office, zone, service, written }),
    },
  };
}

export function mountTools(services: readonly ServiceDefinition[]): ReadonlyMap<string, MountedTool> {
  const tools = new Map<string, MountedTool>();
  const find = collectionsOf(services);
  for (const service of services) {
    for (const [short, tool] of Object.entries(service.tools)) {
      const name = `${service.name}.${short}`;
      tools.set(name, { name, service, tool, parameters: kindOf(tool).parameters(tool, collectionOf(service, tool), service, find) });
    }
  }
  return tools;
}

/** A literal, `$now` or `$setting.<name>` as a value. Settings that are not given have their field's default. */
export function writtenValue(input: {
  readonly office: Pick<Office, 'now' | 'settings'>;
  readonly zone: Zone;
  readonly service: ServiceDefinition;
  readonly written: string | number | boolean;
}): FieldValue | undefined {
  const { office, zone, service, written } = input;
  if (written === '$now') return office.now;
  if (typeof written !== 'string' || !written.startsWith('$setting.')) return written;
  const name = written.slice('$setting.'.length);
  const given = Object.hasOwn(office.settings, service.name) ? office.settings[service.name] : undefined;
  const value = given !== undefined && Object.hasOwn(given, name) ? given[name] : undefined;
  const field = service.settings?.[name];
  if (value === undefined || value === null || field === undefined) return field?.default;
  const converted = convertField(field, value, { zone });
  return converted.ok ? converted.value : undefined;
}

/** Collection to the tool that lists it, else the one that searches it. */
function findersOf(services: readonly ServiceDefinition[]): ReadonlyMap<string, string> {
  const finders = new Map<string, string>();
  for (const kind of ['list', 'search']) {
    for (const service of services) {
      for (const [name, tool] of Object.entries(service.tools)) {
        const path = `${service.name}.${tool.collection}`;
        if (tool.kind === kind && !finders.has(path)) finders.set(path, `${service.name}.${name}`);
      }
    }
  }
  return finders;
}
