// From whatever was written (tool arguments, seed records, forms in which everything is text) to a field's stored value.
// A spelling is accepted where nothing can be lost by it; anything else is refused with a way out.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { type Collection, type Field, type FieldType, withArticle } from '#services/types.ts';
import { decimalPlaces, decimalsOf, isCurrencyCode, MOST_DECIMALS } from './decimals.ts';
import { choices, didYouMean, kindOfValue, quote } from './hints.ts';
import { readLength } from './lengths.ts';
import { isDate, type Zone } from './times.ts';

/** What conversion needs to know of the office. */
export interface FieldContext {
  readonly zone: Zone;
  /** The ids a collection holds, for references; undefined where the collection is not in this office: then any id is taken. Absent: nothing is looked up. */
  readonly idsOf?: (collection: string) => IdLookup | undefined;
}

export interface IdLookup {
  /** One record, in words: `customer`. */
  readonly noun: string;
  /** The tool that shows ids, `crm.list_customers`, where there is one. */
  readonly finder?: string;
  has(id: string): boolean;
  ids(): Iterable<string>;
}

export type Converted<Value = FieldValue> =
  | { readonly ok: true; readonly value: Value }
  /** `message` continues a sentence that begins with the field's name: `is not a number`; `hint` is a sentence, maybe empty. */
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Longest `string` (and address, id) and longest `text`, in UTF-16 units. */
export const LONGEST_STRING = 4_000;
export const LONGEST_TEXT = 200_000;
/** Most values in a list. */
export const LONGEST_LIST = 1_000;

/**
 * The stored form of a value:
 * - text as given (white space, line breaks, Unicode form kept); NUL and broken surrogates are refused, not replaced; numbers and booleans become text where that loses nothing;
 * - numbers also from plain decimal text (`25`, `-3.50`); no exponents, no thousands separators, at most 15 digits;
 * - money like numbers, no finer than its currency; also with a decimal comma (`12,50`), and with the currency where the field says which it is (`12.50 EUR`, `12,5 €`);
 * - lengths of time from `45m`, `1h 30m`, `2d`, `PT90M`, in one spelling each (see lengths.ts);
 * - booleans also from `true` and `false` in any case;
 * - times as UTC instants (see times.ts), dates only `2026-03-09`;
 * - enum values exactly as declared;
 * - addresses bare, from `ida@x.example` or `Ida Roth <ida@x.example>`: the domain in lower case, the local part as written;
 * - references to records that exist;
 * - lists from a list, from one value, or from a JSON list as text; addresses also separated by commas.
 */
export function convertField(field: Field, value: unknown, context: FieldContext): Converted {
  if (field.type !== 'list') return convertOne(field.type, field, value, context);
  const given = listOf(field, value);
  if (given.length > LONGEST_LIST) return refuse(`has ${given.length} values`, `At most ${LONGEST_LIST} are taken.`);
  const values: string[] = [];
  for (const item of given) {
    const converted = convertOne(field.of ?? 'string', field, item, context);
    if (!converted.ok) return { ...converted, message: `has a value that ${converted.message}` };
    values.push(String(converted.value));
  }
  return { ok: true, value: values };
}

/** Whether a given value says "no value": null, the empty text, the empty list. For fields that may be absent these three are the same. */
export function saysNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The first field that does not go with another field of its record, in words: one that has to be after it, or an amount finer than its currency. */
export function disagreement(
  fields: Collection['fields'],
  values: { readonly [field: string]: unknown },
  zone: Zone,
): (RecordProblem & { readonly field: string }) | undefined {
  const words = (field: Field, value: unknown) => (field.type === 'time' ? zone.show(String(value)) : String(value));
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(values, name)) continue;
    const { after, currency = '' } = field;
    const value = values[name];
    if (field.type === 'money' && typeof value === 'number' && Object.hasOwn(values, currency)) {
      const fine = tooFine(value, String(values[currency]));
      if (!fine.ok) return { field: name, message: fine.message, hint: fine.hint };
    }
    if (after === undefined || !Object.hasOwn(values, after) || isLater(value, values[after])) continue;
    const message = `is ${words(field, value)}, which is not after ${after} (${words(field, values[after])})`;
    return { field: name, message, hint: `Give a later ${name}, or an earlier ${after}.` };
  }
  return undefined;
}

/** Stored values of one type: instants and dates as texts, which sort as they follow each other, or numbers. */
function isLater(value: unknown, other: unknown): boolean {
  if (typeof value === 'number' && typeof other === 'number') return value > other;
  return typeof value === 'string' && typeof other === 'string' && value > other;
}

export interface RecordProblem {
  /** Absent where the problem is not one field's. */
  readonly field?: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * A whole record from raw values: every field converted, fields that say nothing left out, defaults filled in. `defaults` turns
 * `$now` and `$setting.x` into values. All problems are listed. For the compiler's seed records and for stage events.
 */
export function convertRecord(input: {
  readonly collection: Collection;
  readonly raw: { readonly [field: string]: unknown };
  readonly context: FieldContext;
  readonly defaults: (written: string | number | boolean) => FieldValue | undefined;
}): { readonly ok: true; readonly record: DataRecord } | { readonly ok: false; readonly problems: readonly RecordProblem[] } {
  const { collection, raw, context, defaults } = input;
  const problems: RecordProblem[] = [];
  const fields: [string, FieldValue][] = [];
  const id = convertField(ID_FIELD, Object.hasOwn(raw, 'id') ? raw.id : undefined, context);
  if (!id.ok) problems.push({ field: 'id', message: id.message, hint: id.hint });
  for (const name of Object.keys(raw)) {
    if (name === 'id' || Object.hasOwn(collection.fields, name)) continue;
    const known = Object.keys(collection.fields);
    problems.push({
      field: name,
      message: `is not a field of ${withArticle(collection.noun)}`,
      hint: `${didYouMean(name, known)}Fields: ${choices(known)}.`,
    });
  }
  for (const [name, field] of Object.entries(collection.fields)) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (given === undefined || (saysNothing(given) && (field.optional === true || given === null))) {
      const value = field.default === undefined ? undefined : defaults(field.default);
      if (value !== undefined) fields.push([name, value]);
      else if (field.optional !== true) problems.push({ field: name, message: 'is missing', hint: field.about });
      continue;
    }
    const converted = convertField(field, given, context);
    if (converted.ok) fields.push([name, converted.value]);
    else problems.push({ field: name, message: converted.message, hint: converted.hint });
  }
  const odd = disagreement(collection.fields, Object.fromEntries(fields), context.zone);
  if (odd !== undefined) problems.push(odd);
  if (problems.length > 0 || !id.ok) return { ok: false, problems };
  return { ok: true, record: { id: String(id.value), ...Object.fromEntries(fields) } };
}

/** The id every record has. */
export const ID_FIELD: Field = { type: 'string', about: 'Id.' };

/** The bare address in lower case: how addressees are compared. */
export function addressKey(address: string): string {
  return address.toLowerCase();
}

type Single = Exclude<FieldType, 'list'>;

function convertOne(type: Single, field: Field, value: unknown, context: FieldContext): Converted {
  switch (type) {
    case 'string':
    case 'secret':
      return convertText(value, LONGEST_STRING);
    case 'text':
      return convertText(value, LONGEST_TEXT);
    case 'number':
      return convertNumber(value);
    case 'integer': {
      const number = convertNumber(value);
      if (!number.ok || Number.isSafeInteger(number.value)) return number;
      return refuse(`is ${quote(value)}, not a whole number`, 'Give a number without decimals.');
    }
    case 'money':
      return convertMoney(field, value);
    case 'duration': {
      const length = typeof value === 'string' ? readLength(value) : undefined;
      if (length !== undefined) return { ok: true, value: length };
      return refuse(`is ${quote(value)}, not a length of time`, 'Write lengths of time as 45m, 1h 30m or 2d.');
    }
    case 'boolean': {
      if (typeof value === 'boolean') return { ok: true, value };
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      if (word === 'true' || word === 'false') return { ok: true, value: word === 'true' };
      return refuse(`is ${quote(value)}, neither true nor false`, 'Give true or false.');
    }
    case 'time':
      return convertTime(value, context.zone);
    case 'date': {
      const text = typeof value === 'string' ? value.trim() : '';
      if (isDate(text)) return { ok: true, value: text };
      return refuse(`is ${quote(value)}, not a date`, 'Write dates as YYYY-MM-DD, such as 2026-03-09.');
    }
    case 'enum': {
      const values = field.values ?? [];
      if (typeof value === 'string' && values.includes(value)) return { ok: true, value };
      const guess = typeof value === 'string' ? didYouMean(value, values) : '';
      return refuse(`is ${quote(value)}, not one of its choices`, `${guess}Choices: ${choices(values)}.`);
    }
    case 'address':
      return convertAddress(value);
    case 'reference':
      return convertReference(field, value, context);
  }
}

function convertText(value: unknown, longest: number): Converted {
  let text: string;
  if (typeof value === 'string') text = value;
  else if (typeof value === 'boolean' || (typeof value === 'number' && isExact(value))) text = String(value);
  else
    return refuse(
      `is ${typeof value === 'number' ? 'a number that may have lost digits' : kindOfValue(value)}, not text`,
      'Give it as text in quotes.',
    );
  if (text.includes('\0')) return refuse('contains a NUL character', 'Leave it out.');
  if (/\p{Surrogate}/u.test(text)) return refuse('contains broken Unicode (half of a surrogate pair)', 'Leave it out.');
  if (text.length > longest) return refuse(`is ${text.length} characters long`, `At most ${longest} are taken.`);
  return { ok: true, value: text };
}

function convertNumber(value: unknown): Converted<number> {
  if (typeof value === 'number' && Number.isFinite(value)) return { ok: true, value: value + 0 };
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= 15) {
      return { ok: true, value: Number(text) + 0 };
    }
  }
  return refuse(`is ${quote(value)}, not a number`, 'Write plain decimal numbers, such as 1234.5.');
}

/** An amount. Where the currency stands beside it in the record, only the record as a whole tells how fine it may be. */
function convertMoney(field: Field, value: unknown): Converted<number> {
  const code = isCurrencyCode(field.currency ?? '') ? field.currency : undefined;
  const hint =
    code === undefined
      ? 'Write the bare amount, such as 1234.5.'
      : `Write the amount in ${code} as a plain decimal number, such as 1234.5.`;
  const [, before, bare, behind] =
    (typeof value === 'string' && /^(?:([A-Z]{3}|[€£¥])\s*)?([-\d.,]+)(?:\s*([A-Z]{3}|[€£¥]))?$/.exec(value.trim())) || [];
  const sign = before ?? behind;
  const said = sign === undefined ? undefined : (SIGNS[sign] ?? sign);
  if (said !== undefined && said !== code)
    return refuse(`is ${quote(value)}, ${code === undefined ? 'more than the amount' : `not in ${code}`}`, hint);
  // One or two digits behind a comma are decimals; three may be thousands, and nobody can know.
  const number = convertNumber(bare?.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2') ?? value);
  const places = number.ok ? decimalPlaces(number.value) : undefined;
  if (!number.ok || places === undefined || Math.abs(number.value) >= 1e13)
    return refuse(`is ${quote(value)}, not an amount of money`, hint);
  if (code !== undefined) return tooFine(number.value, code);
  if (places > MOST_DECIMALS) return refuse(`is ${quote(value)}, which is finer than a cent`, 'Round it.');
  return number;
}

/** Not $, which is of many countries. */
const SIGNS: { readonly [sign: string]: string } = { '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** The amount, unless it has more decimals than its currency. */
function tooFine(amount: number, currency: string): Converted<number> {
  const decimals = decimalsOf(currency);
  if ((decimalPlaces(amount) ?? 0) <= decimals) return { ok: true, value: amount };
  return refuse(
    `is ${amount}, which is finer than ${currency} goes (${decimals} decimals)`,
    `Round it, to ${amount.toFixed(decimals)} say.`,
  );
}

/** Whether a number's text is what was written before JSON was read. */
function isExact(value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && Math.abs(value) < 1e15 && !/e/.test(String(value)));
}

function convertTime(value: unknown, zone: Zone): Converted {
  const hint = `Write times as 2026-03-09T09:00:00+01:00; without an offset they are read in ${zone.name}.`;
  if (typeof value !== 'string') return refuse(`is ${kindOfValue(value)}, not a time`, hint);
  const time = zone.read(value);
  return time.ok ? { ok: true, value: time.instant } : refuse(`is ${quote(value)}: it ${time.message}`, hint);
}

// `"Roth, Ida" <ida@x.example>`, `Ida <ida@x.example>`, `ida@x.example`.
const ADDRESS = /^(?:(?:"(?:[^"\\]|\\.)*"|[^<>"]*)\s*<\s*([^<>\s]+)\s*>|([^<>\s]+))$/s;
const BARE =
  /^[^\s@<>()[\]\\,;:"\p{C}]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

function convertAddress(value: unknown): Converted {
  const hint = 'Write mail addresses as ida@company.example or Ida Roth <ida@company.example>.';
  const text = typeof value === 'string' && value.length <= LONGEST_STRING ? value.trim() : '';
  const parts = ADDRESS.exec(text);
  const bare = parts?.[1] ?? parts?.[2] ?? '';
  if (bare.length > 320 || !BARE.test(bare)) return refuse(`is ${quote(value)}, not a mail address`, hint);
  const at = bare.lastIndexOf('@');
  return { ok: true, value: bare.slice(0, at) + bare.slice(at).toLowerCase() };
}

function convertReference(field: Field, value: unknown, context: FieldContext): Converted {
  const id = convertText(value, LONGEST_STRING);
  if (!id.ok) return id;
  const text = String(id.value);
  if (text === '') return refuse('is empty', 'Give an id.');
  const lookup = field.to === undefined ? undefined : context.idsOf?.(field.to);
  if (lookup === undefined || lookup.has(text)) return { ok: true, value: text };
  const find = lookup.finder === undefined ? '' : `${lookup.finder} shows the ids.`;
  return refuse(`is ${quote(text)}, but there is no such ${lookup.noun}`, `${didYouMean(text, lookup.ids())}${find}`);
}

/** The values that a list is given as: a list, one value, a JSON list as text, addresses with commas between them. */
export function listOf(field: Pick<Field, 'of'>, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const text = value.trim();
  if (text.startsWith('[') && text.endsWith(']')) {
    const parsed = parseJson(text);
    if (Array.isArray(parsed)) return parsed;
  }
  if (text === '') return [];
  return field.of === 'address' ? splitAddresses(text) : [value];
}

/** `a@x, "Roth, Ida" <b@x>`: commas and semicolons outside quotes separate. */
function splitAddresses(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,;"]|")+/gs) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(message: string, hint: string): { readonly ok: false; readonly message: string; readonly hint: string } {
  return { ok: false, message, hint };
}
