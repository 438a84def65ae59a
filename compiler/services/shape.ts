// The forms of keys.ts as shapes: what is checked first, and what editors complete from.
import type { Tool } from '#services/types.ts';
import { list, written, z } from '../shapes.ts';
import type { Form, Keys } from './forms.ts';
import { serviceKeys } from './keys.ts';
import { toolKeys } from './tool-keys.ts';

const { tools, ...head } = serviceKeys;
const anything = z.record(z.string(), z.record(z.string(), written));

/** A service file as it is read: of tools only that they are mappings, since their keys follow from their kind. */
export const serviceShape = z.strictObject({ ...shapesOf(head), tools: anything.describe(tools.about) });

/** The same with everything said of tools, for editors. */
export const wholeShape = z.strictObject(shapesOf(serviceKeys));

export const toolShapes = Object.fromEntries(Object.entries(toolKeys).map(([kind, keys]) => [kind, z.strictObject(shapesOf(keys))])) as {
  readonly [Kind in Tool['kind']]: z.ZodObject;
};

function shapesOf(keys: Keys): { readonly [key: string]: z.ZodType } {
  return Object.fromEntries(
    Object.entries(keys).map(([key, { form, about, optional }]) => {
      const shape = shapeOf(form);
      return [key, (optional ? shape.optional() : shape).describe(about)];
    }),
  );
}

function shapeOf(form: Form): z.ZodType {
  switch (form.kind) {
    case 'text':
    case 'literal':
    case 'amount':
    case 'name':
      return z.string();
    case 'flag':
      return z.enum(['true', 'false']);
    case 'choice':
      return z.enum(Object.keys(form.of));
    case 'list':
      return z.union([shapeOf(form.of), list(shapeOf(form.of))]);
    case 'map':
      return z.record(z.string(), shapeOf(form.of));
    case 'thing':
      return z.strictObject(shapesOf(form.keys));
    case 'kinds':
      return z.record(z.string(), z.union(Object.values(form.of).map((keys) => z.strictObject(shapesOf(keys)))));
    case 'either':
      return z.union(form.of.map(shapeOf));
  }
}
