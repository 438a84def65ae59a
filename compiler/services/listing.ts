// A service as `slipway catalog` shows it: from the definition, and of its tools what an MCP client is shown.
import type { Json } from '#grader/evidence/types.ts';
import type { Field, ServiceDefinition, Tool } from '#services/types.ts';
import { type ToolListing, toolList } from '#workspace/schema.ts';

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

/** Of services that know each other: filters look along references from one to the next. `fileOf`: by name, of the users' own. */
export function serviceListings(services: readonly ServiceDefinition[], fileOf: ReadonlyMap<string, string>): readonly ServiceListing[] {
  const tools = new Map(toolList({ services, zone: 'the zone of the scenario' }).map((tool) => [tool.name, tool]));
  return services.map((service) => {
    const { name, title, about, settings = {}, collections } = service;
    const file = fileOf.get(name);
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
      tools: toolEntries(service, tools),
    };
  });
}

function fieldListings(fields: { readonly [name: string]: Field }): readonly FieldListing[] {
  return Object.entries(fields).map(([name, field]) => ({ name, ...field }));
}

function toolEntries(service: ServiceDefinition, tools: ReadonlyMap<string, ToolListing>): readonly ToolEntry[] {
  return Object.entries(service.tools).flatMap(([short, { effect, kind }]) => {
    const one = tools.get(`${service.name}.${short}`);
    if (one === undefined) return [];
    const { name, title, description, inputSchema } = one;
    return [{ name, title, description, effect, kind, input_schema: inputSchema as unknown as Json }];
  });
}
