// The JSON Schema of service files, for editors.
import { wholeShape } from '../services/shape.ts';
import { type Schema, schemaOf } from './json-schema.ts';

export function serviceSchema(): Schema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'A service for Slipway scenarios', ...schemaOf(wholeShape) };
}
