// Arguments that a JSON Schema admits, made from nothing but the schema: the same for the same schema.

/** An object with every property of the schema, also those that could be left out, but for ids: nobody has one that looked at nothing. */
export function madeUp(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const required = isObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const given = Object.entries(properties).filter(([name, property]) => required.includes(name) || !namesRecords(property));
  return Object.fromEntries(given.map(([name, property]) => [name, valueFor(property)]));
}

function namesRecords(schema: unknown): boolean {
  return isObject(schema) && typeof schema.description === 'string' && /\bids?\b/i.test(schema.description);
}

function valueFor(schema: unknown): unknown {
  if (!isObject(schema)) return 'x';
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  switch (types.find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      // What the list says of its items is said of each.
      return [valueFor({ description: schema.description, ...(isObject(schema.items) ? schema.items : {}) })];
    case 'object':
      return madeUp(schema);
    default:
      return textFor(schema.description);
  }
}

/** Descriptions show how a time, a date, a length of time or an address is written: what they show is taken. */
function textFor(description: unknown): string {
  const words = typeof description === 'string' ? description : '';
  const shown = /such as (\d{4}-\d\d-\d\d(?:T[\d:]+(?:Z|[+-]\d\d:\d\d)?)?)/.exec(words)?.[1];
  if (shown !== undefined) return shown;
  if (/such as \d+m\b/.test(words)) return '45m';
  return /\baddress|\be-?mail/i.test(words) ? 'somebody@example.com' : 'x';
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
