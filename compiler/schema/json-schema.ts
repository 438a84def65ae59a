// JSON Schema for editors, from the shapes that the compiler reads. YAML gives editors numbers and booleans where the compiler reads
// text, so every text may be one of those.
import { z } from '../shapes.ts';

export type Schema = { readonly [key: string]: unknown };

export const text: Schema = { type: ['string', 'number', 'boolean'] };

/** JSON Schema of a shape of the language. */
export function schemaOf(shape: z.ZodType): Schema {
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
  if (shape instanceof z.ZodEnum) return { ...described, enum: spellings(shape.options) };
  if (shape instanceof z.ZodString) return { ...described, ...text };
  return { ...described, ...ref('value') };
}

/** Words that YAML reads as something else than text. */
function spellings(words: readonly unknown[]): readonly unknown[] {
  return words.flatMap((word) => (word === 'true' ? [word, true] : word === 'false' ? [word, false] : [word]));
}

export function object(properties: { readonly [key: string]: Schema }): Schema {
  return { type: 'object', properties, additionalProperties: false };
}

/** To a definition of the same schema. */
export function ref(name: string): Schema {
  return { $ref: `#/definitions/${name}` };
}
