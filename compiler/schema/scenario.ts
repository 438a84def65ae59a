// The JSON Schema of scenarios: completion and hover for editors, from the same shapes and services that the compiler reads.
import type { Collection, Field, ServiceDefinition } from '#services/types.ts';
import { wishShape } from '../2-validate/injections.ts';
import { commonCheckKeys, scenarioShape } from '../2-validate/scenario.ts';
import { isWriting, type MountedTool, mountedTools, worksOnRecords } from '../3-link/context.ts';
import { checkKinds } from '../checks/index.ts';
import { z } from '../shapes.ts';
import { object, ref, type Schema, schemaOf, text } from './json-schema.ts';

type Services = readonly ServiceDefinition[];
type Tools = readonly MountedTool[];

/** Of scenarios that may mount these services. */
export function scenarioSchema(services: Services): Schema {
  const tools = mountedTools({ services });
  const { properties, ...root } = schemaOf(scenarioShape) as { readonly properties: { readonly [key: string]: Schema } };
  const steps = { type: 'array', items: ref('step') };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A Slipway scenario',
    ...root,
    properties: {
      ...properties,
      services: { ...properties.services, ...object(Object.fromEntries(services.map((one) => [one.name, ref(`service-${one.name}`)]))) },
      allowed: within(properties.allowed, { tool: toolNames(tools.filter((tool) => isWriting(tool) && worksOnRecords(tool))) }),
      prohibited: within(properties.prohibited, { tool: toolNames(tools) }),
      faults: within(properties.faults, { tool: toolNames(tools) }),
      injections: within(properties.injections, { wants: wishes(toolNames(tools)) }),
      checks: { ...properties.checks, items: { anyOf: Object.keys(checkKinds).map((kind) => ref(`check-${kind}`)) } },
      solution: { ...properties.solution, ...steps },
      decoys: within(properties.decoys, { add: steps, replace: { type: 'object', additionalProperties: { anyOf: [ref('step'), steps] } } }),
    },
    definitions: {
      value: valueSchema,
      import: oneOrSeveral(importFile),
      step: stepSchema(tools),
      ...checkSchemas(services, tools),
      ...Object.assign({}, ...services.map(serviceSchemas)),
    },
  };
}

const valueSchema: Schema = {
  anyOf: [text, { type: 'array', items: ref('value') }, { type: 'object', additionalProperties: ref('value') }],
};

function checkSchemas(services: Services, tools: Tools): { readonly [name: string]: Schema } {
  const occupying = services.flatMap(({ name, collections }) =>
    Object.entries(collections).flatMap(([collection, { occupies }]) => (occupies ? [`${name}.${collection}`] : [])),
  );
  const special: { readonly [key: string]: Schema } = {
    called: toolNames(tools),
    recovered: toolNames(tools),
    slot: { enum: occupying },
    sent: { enum: services.filter((one) => Object.values(one.tools).some(({ kind }) => kind === 'send')).map(({ name }) => name) },
  };
  const entries = Object.values(checkKinds).map(({ kind, about, keys }) => {
    const schema = schemaOf(z.strictObject({ ...commonCheckKeys, ...keys })) as { readonly properties: { readonly [key: string]: Schema } };
    const own = Object.hasOwn(special, kind) ? { [kind]: { ...schema.properties[kind], ...special[kind], type: 'string' } } : {};
    return [`check-${kind}`, { title: kind, description: about, ...schema, properties: { ...schema.properties, ...own } }];
  });
  return Object.fromEntries(entries);
}

function stepSchema(tools: Tools): Schema {
  const calls = tools.map(({ name, tool, parameters }) => [
    name,
    { description: tool.about, ...object(Object.fromEntries(parameters.map((one) => [one.name, fieldSchema(one.field, 'computed')]))) },
  ]);
  return object({
    ...Object.fromEntries(calls),
    reply: { ...ref('value'), description: 'The answer to the request: a text, or the fields of `answer:`' },
    file: {
      description: 'A file written into the folder of the agent: its path and one of text, json, csv',
      ...object({ path: { type: 'string' }, text: { type: 'string' }, json: ref('value'), csv: { type: 'array', items: ref('value') } }),
    },
    each: { type: 'string', description: '`list as name`: the steps under `do` for every item' },
    do: { type: 'array', items: ref('step') },
    as: { type: 'string', description: 'Label of the step, for decoys' },
  });
}

function serviceSchemas(service: ServiceDefinition): { readonly [name: string]: Schema } {
  const collections = Object.entries(service.collections);
  const settings = Object.entries(service.settings ?? {}).map(([name, field]) => [name, fieldSchema(field)]);
  const lists = collections.map(([name, collection]) => {
    const records = { type: 'array', items: ref(`${service.name}.${name}`) };
    const form = object({ import: importSchema(collection), records });
    return [name, { description: collection.about, anyOf: [records, form] }];
  });
  return {
    [`service-${service.name}`]: { description: service.about, ...object(Object.fromEntries([...settings, ...lists])) },
    ...Object.fromEntries(collections.map(([name, collection]) => [`${service.name}.${name}`, recordSchema(collection)])),
  };
}

const importFile: Schema = { type: 'string', description: 'A CSV or JSON file beside the scenario' };

/** One file or several; of rows also with the table whose columns the file has. */
function importSchema({ rows, fields }: Collection): Schema {
  if (rows === undefined) return ref('import');
  const table = {
    description: `A CSV file whose header names the columns of the ${rows.of}`,
    ...object({ file: { type: 'string' }, [rows.of]: { type: 'string', description: `The id of a record of ${fields[rows.of]?.to}` } }),
    required: ['file', rows.of],
  };
  return oneOrSeveral({ anyOf: [importFile, table] });
}

function oneOrSeveral(one: Schema): Schema {
  return { anyOf: [one, { type: 'array', items: one }] };
}

function recordSchema({ noun, prefix, fields }: Collection): Schema {
  const required = Object.entries(fields).filter(([, field]) => field.optional !== true && field.default === undefined);
  return {
    title: noun,
    ...object({
      id: { ...text, description: `For example ${prefix}1` },
      ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    }),
    required: ['id', ...required.map(([name]) => name)],
  };
}

function fieldSchema(field: Field, computed?: 'computed'): Schema {
  const description = [field.about, field.to === undefined ? '' : `The id of a record of ${field.to}.`].filter(Boolean).join(' ');
  const isEnum = field.type === 'enum' || field.of === 'enum';
  const one = isEnum ? { enum: field.values } : text;
  const single = isEnum && computed ? { anyOf: [one, { type: 'string', pattern: '\\$\\{' }] } : one;
  return field.type === 'list' ? { description, anyOf: [{ type: 'array', items: single }, single] } : { description, ...single };
}

/** The items of a list with some of their keys said more exactly. */
function within(list: Schema | undefined, keys: { readonly [key: string]: Schema }): Schema {
  const items = (list?.items ?? {}) as { readonly properties?: { readonly [key: string]: Schema } };
  const exact = Object.entries(keys).map(([key, schema]) => [key, { ...items.properties?.[key], ...schema }]);
  return { ...list, items: { ...items, properties: { ...items.properties, ...Object.fromEntries(exact) } } };
}

/** What an injection wants: one wish or several, with the tools that there are. */
function wishes(tool: Schema): Schema {
  const { properties, ...rest } = schemaOf(wishShape) as { readonly properties: { readonly [key: string]: Schema } };
  const wish: Schema = { ...rest, properties: { ...properties, tool: { ...properties.tool, ...tool } } };
  return { anyOf: [wish, { type: 'array', items: wish }] };
}

function toolNames(some: Tools): Schema {
  return { type: 'string', enum: some.map(({ name }) => name) };
}
