// What a key of a service file can hold. keys.ts says it of every key; the shape, the conversion, the look-up of names, the JSON
// Schema and the reference page all follow these forms.

export type Form =
  /** Any text. */
  | { readonly kind: 'text' }
  /** `true`; `false` is the same as leaving it out. */
  | { readonly kind: 'flag' }
  /** One of some words, each with what it means. */
  | { readonly kind: 'choice'; readonly of: { readonly [word: string]: string } }
  /** A value of a field: of the one whose name is the key above, else of the field that the key belongs to. */
  | { readonly kind: 'literal' }
  /** A number, or the name of a number field of what `of` says. */
  | { readonly kind: 'amount'; readonly of: Named }
  | { readonly kind: 'name'; readonly of: Named }
  /** Several of a form; one alone needs no list. */
  | { readonly kind: 'list'; readonly of: Form }
  /** Names to a form each. `by`: what the names are. */
  | { readonly kind: 'map'; readonly of: Form; readonly by?: Named }
  | { readonly kind: 'thing'; readonly keys: Keys }
  /** Things of different kinds, told apart by their key `kind`. */
  | { readonly kind: 'kinds'; readonly of: { readonly [kind: string]: Keys } }
  | { readonly kind: 'either'; readonly of: readonly Form[] };

/**
 * What a name names. `field`: a field of the collection that the tool or field belongs to; `order`: the same, maybe with `-` before it;
 * `path`: the same, or a field of what a reference of it leads to, `customer.tier`; `table`: a field of the table that a row belongs to;
 * `source`: a field, or `id`, of the record that a new one is made from; `kept`: a field of the collection beside it under `in`;
 * `referred`: a field of the records that a reference leads to;
 * `leading`: a field of the records that lead to others that change, the tool's own or those under `every`; `back`: the same, of those
 * under `every` alone; `changed`: a field of those that change; `collection`: of this service; `reference`: service.collection, of any service.
 */
export type Named =
  | 'field'
  | 'order'
  | 'path'
  | 'table'
  | 'source'
  | 'kept'
  | 'referred'
  | 'leading'
  | 'back'
  | 'changed'
  | 'collection'
  | 'reference';

export interface Key {
  readonly form: Form;
  /** What it is for. One or more sentences. */
  readonly about: string;
  /** As it is written. */
  readonly example: string;
  readonly optional?: true;
}

export interface Keys {
  readonly [key: string]: Key;
}

/** Keys for everything that a type of services/types.ts has, optional where it is optional there. */
export type KeysOf<T> = { readonly [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? Key & { readonly optional: true } : Needed };

interface Needed extends Key {
  readonly optional?: never;
}

/** A word for each member of a union, so that none is forgotten. */
export function choice<Word extends string>(of: { readonly [W in Word]: string }): Form {
  return { kind: 'choice', of };
}

export const text: Form = { kind: 'text' };
export const flag: Form = { kind: 'flag' };
export const literal: Form = { kind: 'literal' };
export const amount = (of: Named): Form => ({ kind: 'amount', of });
export const name = (of: Named): Form => ({ kind: 'name', of });
export const listOf = (of: Form): Form => ({ kind: 'list', of });
export const mapOf = (of: Form, by?: Named): Form => ({ kind: 'map', of, ...(by && { by }) });
export const thing = (keys: Keys): Form => ({ kind: 'thing', keys });
