// The tools in words, for shells: what `slipway-tool` prints.
import type { Json } from '#grader/evidence/types.ts';
import type { ServiceDefinition } from '#services/types.ts';
import { REPLY } from './reply.ts';
import { CLEARS, type ToolListing } from './schema.ts';

/** Every tool in one line each, by service. `only` narrows to one service. */
export function toolsHelp(listings: readonly ToolListing[], services: readonly ServiceDefinition[], only?: string): string {
  const parts = services
    .filter((service) => only === undefined || service.name === only)
    .map((service) =>
      [`${service.title}: ${service.about}`, ...rows(listings.filter((listing) => listing.name.startsWith(`${service.name}.`)))].join('\n'),
    );
  if (only === undefined) parts.push(['Your reply:', ...rows(listings.filter((listing) => listing.name === REPLY))].join('\n'));
  const usage = [
    'Usage: slipway-tool SERVICE TOOL --argument value …   (repeat an argument to give a list)',
    '       slipway-tool SERVICE TOOL < arguments.json     (arguments as one JSON object)',
    '       slipway-tool SERVICE TOOL --help               (what a tool does and takes)',
    '       slipway-tool reply "text"                      (gives your reply; slipway-tool reply --help says what it takes)',
  ].join('\n');
  return `${[usage, ...parts].join('\n\n')}\n`;
}

/** One tool with its arguments. */
export function toolHelp(listing: ToolListing): string {
  const required = listing.inputSchema.required ?? [];
  const args = Object.entries(listing.inputSchema.properties).map(([name, schema]) => {
    const form = `${typeWords(schema)}${required.includes(name) ? ', required' : ''}`;
    const about = aboutOf(schema).replace(CLEARS, 'An empty value takes it away.');
    return [`  --${name} (${form})`, `      ${about}`, ...columnRows(schema)].join('\n');
  });
  const command = `slipway-tool ${listing.name.replace('.', ' ')}`;
  return `${[`${command}: ${listing.title}`, listing.description, ...(args.length === 0 ? [] : [`Arguments:\n${args.join('\n')}`])].join('\n\n')}\n`;
}

function aboutOf(schema: Json): string {
  return String(property(schema, 'description') ?? '');
}

/** The columns of a table, one line each. */
function columnRows(schema: Json): string[] {
  const columns = Object.entries(property(property(schema, 'items') ?? null, 'properties') ?? {});
  return columns.map(([name, column]) => `      ${name} (${typeWords(column)}): ${aboutOf(column)}`);
}

function rows(listings: readonly ToolListing[]): string[] {
  const width = Math.max(0, ...listings.map((listing) => listing.name.length));
  return listings.map((listing) => `  ${listing.name.replace('.', ' ').padEnd(width)}  ${listing.title}`);
}

function typeWords(schema: Json): string {
  const choices = property(schema, 'enum');
  if (Array.isArray(choices)) return `one of: ${choices.filter((choice) => choice !== null).join(', ')}`;
  const type = property(schema, 'type');
  const word = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (word === 'array')
    return property(property(schema, 'items') ?? null, 'properties') === undefined ? 'list' : 'table, as a JSON list of objects';
  return word === 'string' ? 'text' : String(word);
}

function property(schema: Json, name: string): Json | undefined {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) && Object.hasOwn(schema, name)
    ? (schema as { readonly [key: string]: Json })[name]
    : undefined;
}
