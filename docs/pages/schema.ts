// docs/scenario.schema.json: completion and hover for editors, from the same shapes and services that the compiler reads.
// YAML gives editors numbers and booleans where the compiler reads text, so every text may be one of those.
import { commonCheckKeys, scenarioShape } from '#compiler/2-validate/scenario.ts';
import { mountedTools } from '#compiler/3-link/context.ts';
import { checkKinds } from '#compiler/checks/index.ts';
import { z } from '#compiler/shapes.ts';
import { catalogue } from '#services/index.ts';
import type { Collection, Field, ServiceDefinition } from '#services/types.ts';

type Schema = { readonly [key: string]: unknown };

const services = Object.values(catalogue);
const tools = mountedTools({ services });
const text: Schema = { type: ['string', 'number', 'boolean'] };

export function scenarioSchema(): Schema {
  const { properties, ...root } = schemaOf(scenarioShape) as { readonly properties: { readonly [key: string]: Schema } };
  const steps = { type: 'array', items: ref('step') };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A Slipway scenario',
    ...root,
    properties: {
      ...properties,
      services: { ...properties.services, ...object(Object.fromEntries(services.map((one) => [one.name, ref(one.name)]))) },
      allowed: within(properties.allowed, { tool: toolNames(tools.filter(({ tool }) => tool.effect !== 'read')) }),
      prohibited: within(properties.prohibited, { tool: toolNames(tools) }),
      checks: { ...properties.checks, items: { anyOf: Object.keys(checkKinds).map((kind) => ref(`check-${kind}`)) } },
      solution: { ...properties.solution, ...steps },
      decoys: within(properties.decoys, { add: steps, replace: { type: 'object', additionalProperties: { anyOf: [ref('step'), steps] } } }),
    },
    definitions: { value: valueSchema, step: stepSchema(), ...checkSchemas(), ...Object.assign({}, ...services.map(serviceSchemas)) },
  };
}

const valueSchema: Schema = {
  anyOf: [text, { type: 'array', items: ref('value') }, { type: 'object', additionalProperties: ref('value') }],
};

function checkSchemas(): { readonly [name: string]: Schema } {
  const occupying = services.flatMap(({ name, collections }) =>
    Object.entries(collections).flatMap(([collection, { occupies }]) => (occupies ? [`${name}.${collection}`] : [])),
  );
  const special: { readonly [key: string]: Schema } = {
    called: toolNames(tools),
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

function stepSchema(): Schema {
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
  const lists = collections.map(([name, { about }]) => {
    const records = { type: 'array', items: ref(`${service.name}.${name}`) };
    const form = object({ import: { type: 'string', description: 'A CSV or JSON file beside the scenario' }, records });
    return [name, { description: about, anyOf: [records, form] }];
  });
  return {
    [service.name]: { description: service.about, ...object(Object.fromEntries([...settings, ...lists])) },
    ...Object.fromEntries(collections.map(([name, collection]) => [`${service.name}.${name}`, recordSchema(collection)])),
  };
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

/** JSON Schema of a shape of the language. */
function schemaOf(shape: z.ZodType): Schema {
  const described = shape.description === undefined ? {} : { description: shape.description };
  if (shape instanceof z.ZodOptional) return { ...schemaOf(shape.unwrap() as z.ZodType), ...described };
  if (shape instanceof z.ZodObject) {
    const fields = Object.entries(shape.shape as { readonly [key: string]: z.ZodType });
    const required = fields.filter(([, field]) => !(field instanceof z.ZodOptional)).map(([name]) => name);
    return {
      ...described,
      ...object(Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)]))),
      ...(required.length > 0 && { required }),
    };
  }
  if (shape instanceof z.ZodArray) return { ...described, type: 'array', items: schemaOf(shape.element as z.ZodType) };
  if (shape instanceof z.ZodRecord) return { ...described, type: 'object', additionalProperties: schemaOf(shape.valueType as z.ZodType) };
  if (shape instanceof z.ZodUnion) return { ...described, anyOf: shape.options.map((option) => schemaOf(option as z.ZodType)) };
  if (shape instanceof z.ZodEnum) return { ...described, enum: shape.options };
  if (shape instanceof z.ZodString) return { ...described, ...text };
  return { ...described, ...ref('value') };
}

/** The items of a list with some of their keys said more exactly. */
function within(list: Schema | undefined, keys: { readonly [key: string]: Schema }): Schema {
  const items = (list?.items ?? {}) as { readonly properties?: { readonly [key: string]: Schema } };
  const exact = Object.entries(keys).map(([key, schema]) => [key, { ...items.properties?.[key], ...schema }]);
  return { ...list, items: { ...items, properties: { ...items.properties, ...Object.fromEntries(exact) } } };
}

function object(properties: { readonly [key: string]: Schema }): Schema {
  return { type: 'object', properties, additionalProperties: false };
}

function toolNames(some: typeof tools): Schema {
  return { type: 'string', enum: some.map(({ name }) => name) };
}

function ref(name: string): Schema {
  return { $ref: `#/definitions/${name}` };
}
