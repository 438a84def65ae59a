// `slipway catalog`: the services there are and their tools, those of the author's own files too.
import { existsSync } from 'node:fs';
import type { Catalog } from '#compiler/index.ts';
import { columns, EXIT, print, printJson, tell, UsageError, unknown } from './io.ts';
import type { Program } from './main.ts';
import { counted, tellDiagnostics } from './scenarios.ts';

type Service = Catalog['services'][number];

interface CatalogFlags {
  readonly json?: true;
  readonly schema?: true;
}

export function define(program: Program): void {
  program
    .command('catalog')
    .description('List the services that a scenario can mount, with their tools; of one service everything.')
    .argument('[service]', 'only this service')
    .argument('[path]', 'a library, scenario or service file whose own services (services/NAME.service.yaml) are listed and checked too')
    .option('--json', 'print the services as JSON, with the JSON Schema of every tool')
    .option('--schema', 'print the JSON Schema of scenarios that may mount these services, for editors')
    .action(catalog);
}

async function catalog(first: string | undefined, second: string | undefined, flags: CatalogFlags): Promise<void> {
  const { builtInServices, readCatalog, scenarioSchema } = await import('#compiler/index.ts');
  // One word is a service where there is such a built-in one, else a path where there is such a path.
  const isPath = first !== undefined && second === undefined && !builtInServices.includes(first) && existsSync(first);
  const [name, path] = isPath ? [undefined, first] : [first, second];
  const all = readCatalog(await serviceFiles(path));
  if (name !== undefined && !all.services.some((one) => one.name === name) && all.diagnostics.length === 0) {
    const names = all.services.map((one) => one.name);
    const own = path === undefined ? '. Your own are seen with a path: slipway catalog SERVICE PATH' : '';
    throw new UsageError(`${unknown('service', name, names)}${own}`);
  }
  const services = all.services.filter((one) => name === undefined || one.name === name);
  await tellDiagnostics(all);
  if (flags.schema) printJson(scenarioSchema(all.definitions));
  else if (flags.json) printJson({ services, totals: totalsOf(services) });
  else if (name === undefined) print(overview(services));
  else for (const service of services) print(whole(service));
  if (all.diagnostics.length === 0) return;
  tell(`${counted(all.diagnostics.length, 'error')} in service files. \`slipway explain CODE\` tells more about one.`);
  process.exitCode = EXIT.errors;
}

async function serviceFiles(path: string | undefined) {
  if (path === undefined) return [];
  const { findServices, SourceError } = await import('#compiler/index.ts');
  return await findServices(path).catch((thrown: unknown) => {
    throw thrown instanceof SourceError ? new UsageError(thrown.message) : thrown;
  });
}

function totalsOf(services: readonly Service[]) {
  const count = (things: (service: Service) => readonly unknown[]) => services.reduce((sum, one) => sum + things(one).length, 0);
  return { services: services.length, collections: count((one) => one.collections), tools: count((one) => one.tools) };
}

function overview(services: readonly Service[]): string {
  const rows = services.flatMap(({ name, about, file, tools }) => [
    [name, file === undefined ? '' : 'own', about],
    ...tools.map((tool) => [`  ${tool.name}`, tool.effect, tool.title]),
  ]);
  const totals = totalsOf(services);
  return [
    columns([['service, tool', 'effect', 'what it is'], ...rows]),
    '',
    `${counted(totals.services, 'service')}, ${counted(totals.tools, 'tool')}. \`slipway catalog SERVICE\` shows one with its fields and arguments.`,
  ].join('\n');
}

function whole({ name, title, about, file, settings, collections, tools }: Service): string {
  const parts = [
    `${name}: ${title}${file === undefined ? '' : ` (${file})`}`,
    `  ${about}`,
    ...(settings.length > 0 ? ['', 'settings', fieldTable(settings)] : []),
    ...collections.flatMap((one) => ['', `${one.name}: ${one.about} Ids like ${one.prefix}1.`, fieldTable(one.fields)]),
    '',
    'tools (arguments that must be given have a *)',
    ...tools.flatMap((tool) => ['', `  ${tool.name}  ${tool.effect}  ${tool.title}`, `    ${tool.description}`, argumentTable(tool)]),
  ];
  return parts.filter((part) => part !== undefined).join('\n');
}

function fieldTable(fields: readonly Service['settings'][number][]): string {
  return columns(fields.map((field) => [`  ${field.name}`, typeOf(field), needOf(field), field.about]));
}

function typeOf(field: Service['settings'][number]): string {
  const one = field.type === 'list' ? (field.of ?? 'string') : field.type;
  const kind = one === 'enum' ? (field.values ?? []).join('/') : one === 'reference' ? `-> ${field.to}` : one;
  return field.type === 'list' ? `list of ${kind}` : kind;
}

function needOf({ optional, detail, default: filled }: Service['settings'][number]): string {
  const need = filled === undefined ? (optional ? 'optional' : 'required') : `default ${filled}`;
  return detail ? `${need}, detail` : need;
}

interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly items?: ArgumentSchema;
  readonly description?: string;
}

function argumentTable({ input_schema }: Service['tools'][number]): string {
  const { properties, required = [] } = input_schema as unknown as {
    readonly properties: { readonly [name: string]: ArgumentSchema };
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([name, schema]) => [
    `    ${name}${required.includes(name) ? '*' : ''}`,
    argumentType(schema),
    schema.description ?? '',
  ]);
  return columns(rows);
}

function argumentType({ type, enum: values, items }: ArgumentSchema): string {
  if (values !== undefined) return values.filter((value) => value !== null).join('/');
  if (items !== undefined) return `list of ${argumentType(items)}`;
  return [type ?? '']
    .flat()
    .filter((one) => one !== 'null')
    .join(' or ');
}
