// A service as `slipway catalog` shows it: from the definition, and of its tools what an MCP client is shown.
import type { Json } from '#grader/evidence/types.ts';
import type { Field, ServiceDefinition, Tool } from '#services/types.ts';
import { toolList } from '#workspace/schema.ts';

export interface ServiceListing {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The file that a user's own service stands in; absent of built-in ones. */
  readonly file?: string;
  readonly settings: readonly FieldListing[];
  readonly collections: readonly CollectionListing[];
  readonly tools: readonly ToolEntry[];
}

export interface FieldListing extends Field {
  readonly name: string;
}

export interface CollectionListing {
  /** `parking.permits` */
  readonly name: string;
  readonly about: string;
  readonly noun: string;
  readonly prefix: string;
  readonly fields: readonly FieldListing[];
}

export interface ToolEntry {
  /** `parking.list_permits` */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Tool['effect'];
  readonly kind: Tool['kind'];
  /** JSON Schema of the arguments. */
  readonly input_schema: Json;
}

export function serviceListing(service: ServiceDefinition, file?: string): ServiceListing {
  const { name, title, about, settings = {}, collections } = service;
  return {
    name,
    title,
    about,
    ...(file !== undefined && { file }),
    settings: fieldListings(settings),
    collections: Object.entries(collections).map(([short, { about: words, noun, prefix, fields }]) => ({
      name: `${name}.${short}`,
      about: words,
      noun,
      prefix,
      fields: fieldListings(fields),
    })),
    tools: toolEntries(service),
  };
}

function fieldListings(fields: { readonly [name: string]: Field }): readonly FieldListing[] {
  return Object.entries(fields).map(([name, field]) => ({ name, ...field }));
}

function toolEntries(service: ServiceDefinition): readonly ToolEntry[] {
  const listed = new Map(toolList({ services: [service], zone: 'the zone of the scenario' }).map((one) => [one.name, one]));
  return Object.entries(service.tools).flatMap(([short, { effect, kind }]) => {
    const one = listed.get(`${service.name}.${short}`);
    if (one === undefined) return [];
    const { name, title, description, inputSchema } = one;
    return [{ name, title, description, effect, kind, input_schema: inputSchema as unknown as Json }];
  });
}
