// Secret fields → their values, each with its owner and whom it may reach. Values that everybody can read, or too short ones, are none.
import { FEWEST_SIGNIFICANT, giveaway, readable, runsIn, type Searched, significant } from '#grader/secrets.ts';
import { asList } from '../2-validate/formats.ts';
import type { Written } from '../shapes.ts';
import type { DataRecord, Json, Path, Template } from '../types.ts';
import { collectionNames, fieldsOf, type LinkContext, needCollection } from './context.ts';
import { itemType, RecordView, type Scope, type Typed, toJson } from './expressions.ts';
import type { Slots } from './slots.ts';
import { computeText, isComputed, recordIds, typeInWords } from './values.ts';

export interface SecretsInput {
  /** The slot's name. */
  readonly name: string;
  readonly fields: Written;
  readonly of?: Written | undefined;
  readonly mayReach?: Written | undefined;
  /** In the place of that: whom they are kept from, when everybody else may have them. */
  readonly keptFrom?: Written | undefined;
  /** Fields whose texts hold the values too. */
  readonly alsoIn?: Written | undefined;
  readonly paths: { readonly fields: Path; readonly of: Path; readonly mayReach: Path; readonly alsoIn?: Path };
  readonly context: LinkContext;
  readonly slots: Slots;
}

interface Secret {
  readonly owner: string;
  readonly field: string;
  readonly value: string;
  readonly may_reach: readonly string[];
  readonly kept_from?: readonly string[];
  readonly known?: readonly string[];
}

/** A slot that holds the list of secrets; undefined after reporting what is wrong with them. */
export function linkSecrets(input: SecretsInput): Template | undefined {
  const written = JSON.stringify([input.fields, input.of, input.mayReach, input.keptFrom, input.alsoIn]);
  return input.slots.add(input.name, written, (scope) => {
    const names = texts(input.fields);
    const places = input.alsoIn === undefined ? [] : texts(input.alsoIn);
    const found = places.map((name, i) => fieldAt(name, [...(input.paths.alsoIn ?? []), i], input.context));
    if (found.some((one) => one === undefined)) return undefined;
    const lists = names.map((name, i) => secretsOf(name, [...input.paths.fields, i], scope, input));
    const secrets = lists.flatMap((list) => list ?? []);
    if (lists.some((list) => list === undefined)) return undefined;
    if (secrets.length === 0) {
      input.context.report('link/empty-list', input.context.places.value(input.paths.fields), { expression: names.join(', ') });
      return undefined;
    }
    return secrets as unknown as Json;
  });
}

/** `service.collection.field` as written, of all secrets of a scenario: what is secret in one place is not public in another. */
export function secretFieldNames(fields: readonly (Written | undefined)[]): readonly string[] {
  return fields.flatMap((written) => (written === undefined ? [] : texts(written)));
}

function secretsOf(written: string, path: Path, scope: Scope, input: SecretsInput): readonly Secret[] | undefined {
  const { context } = input;
  const at = fieldAt(written, path, context);
  if (at === undefined) return undefined;
  const { collection, field } = at;
  const owners = ownersOf(collection, path, scope, input);
  if (!owners) return undefined;
  let failed = false;
  const secrets = owners.flatMap((owner) => {
    const { $record: record } = owner;
    return [record[field] ?? []].flat().flatMap((value): readonly Secret[] => {
      const reach = reachOf(owner, scope, input);
      const kept = input.keptFrom !== undefined;
      const base = { owner: `${collection}/${record.id}`, field, value: String(value) };
      const secret: Secret = { ...base, may_reach: kept ? [] : (reach ?? []), ...(kept && { kept_from: reach ?? [] }) };
      if (reach && isSecret(secret, path, context)) return [kept ? secret : withKnown(secret, context)];
      failed = true;
      return [];
    });
  });
  return failed ? undefined : secrets;
}

/** What `service.collection.field` names; undefined after reporting that there is no such field. */
function fieldAt(written: string, path: Path, context: LinkContext): { readonly collection: string; readonly field: string } | undefined {
  const { report, places } = context;
  const parts = written.split('.');
  const [collection, field = ''] = [parts.slice(0, 2).join('.'), parts[2]];
  const definition = needCollection(parts.length === 3 ? collection : written, places.value(path), context, 'service.collection.field');
  if (!definition) return undefined;
  const fields = Object.keys(fieldsOf(definition));
  if (parts.length === 3 && fields.includes(field)) return { collection, field };
  report('link/unknown-field', places.value(path), { field, collection, choices: fields });
  return undefined;
}

/** The records that are meant: those of `of`, or all. */
function ownersOf(collection: string, path: Path, scope: Scope, { of, paths, context }: SecretsInput): readonly RecordView[] | undefined {
  const typed =
    of === undefined
      ? context.expressions.evaluate(collection, { path, offset: 0 }, scope)
      : computeText(String(of), paths.of, context, scope);
  if (!typed) return undefined;
  if (recordIds(typed)?.collection === collection) return [typed.value].flat().filter((one) => one instanceof RecordView);
  const hint = `Name records of ${collection}: "\${a_fact}".`;
  context.report('link/wrong-type', context.places.value(paths.of), {
    found: typeInWords(typed.type),
    expected: `records of ${collection}`,
    hint,
  });
  return undefined;
}

/** Whom a secret may reach, or is kept from; `owner` is the record it belongs to. */
function reachOf(owner: RecordView, scope: Scope, { mayReach, keptFrom, paths, context }: SecretsInput): readonly string[] | undefined {
  const named = keptFrom ?? mayReach;
  if (named === undefined) return [];
  const inside: Scope = new Map<string, Typed>([...scope, ['owner', { type: owner.$collection, value: owner }]]);
  const lists = texts(named).map((written, i): readonly string[] | undefined => {
    const path = [...paths.mayReach, i];
    if (!isComputed(written)) return isDestination(written, context) ? [written] : badDestination(written, path, context);
    const typed = computeText(written, path, context, inside);
    if (!typed) return undefined;
    if ((itemType(typed.type) ?? typed.type) === 'string') return [toJson(typed.value)].flat().map(String);
    const hint = 'Name addresses: "${owner.email}".';
    context.report('link/wrong-type', context.places.value(path), { found: typeInWords(typed.type), expected: 'addresses', hint });
    return undefined;
  });
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function isDestination(written: string, { office }: LinkContext): boolean {
  return written === 'reply' || /^[^\s@<>]*@[^\s@<>]+$/.test(written) || collectionNames(office).includes(written);
}

function badDestination(written: string, path: Path, { report, places }: LinkContext): undefined {
  const hint = 'Give an address, a domain (@ours.example), reply, or service.collection for records there.';
  const field = path.includes('injections') ? 'to' : 'may_reach';
  report('link/bad-value', places.value(path), { field, problem: `"${written}" is nobody.`, hint });
  return undefined;
}

/** Whether looking at texts can tell that this value went out; reports where it cannot. */
function isSecret(secret: Secret, path: Path, context: LinkContext): boolean {
  const { report, places } = context;
  const { owner, field, value } = secret;
  if (significant(value).length < FEWEST_SIGNIFICANT) {
    report('link/secret-too-short', places.value(path), { field, owner, fewest: FEWEST_SIGNIFICANT });
    return false;
  }
  // What somebody may not be told may be known to everybody else.
  const elsewhere = secret.kept_from === undefined ? publicPlace(secret, context) : undefined;
  if (elsewhere === undefined) return true;
  report('link/secret-public', places.value(path), { field, owner, elsewhere });
  return false;
}

/** Where the value stands for everybody to read: a field that is not secret, or a file that is given to the agent, which the user has. */
function publicPlace({ value, may_reach: reach }: Secret, context: LinkContext): string | undefined {
  const found = publicTexts(context).find(({ text }) => giveaway(value, text) === 'whole');
  if (found !== undefined) return found.where;
  if (reach.includes('reply')) return undefined;
  const file = context.files?.find(({ text }) => giveaway(value, readable(text)) === 'whole');
  return file && `the file ${file.path}`;
}

/** With the parts of it that everybody can read: what they show gives nothing away. */
function withKnown(secret: Secret, context: LinkContext): Secret {
  const parts = [...publicTexts(context).map(({ text }) => text), readable(context.request)].flatMap((text) => runsIn(secret.value, text));
  return parts.length === 0 ? secret : { ...secret, known: [...new Set(parts)].sort() };
}

/** Everything in the office that is not secret, field by field. Made once for each office: every secret is looked for in it. */
function publicTexts({ office, secretFields }: LinkContext): readonly { readonly where: string; readonly text: Searched }[] {
  const known = made.get(office);
  if (known !== undefined) return known;
  const found = Object.entries(office.records).flatMap(([collection, records]) =>
    records.flatMap((record) =>
      Object.entries(record as DataRecord).flatMap(([field, value]) =>
        secretFields.includes(`${collection}.${field}`) || typeof value === 'boolean'
          ? []
          : [{ where: `${field} of ${collection}/${record.id}`, text: readable([value].flat().join('\n')) }],
      ),
    ),
  );
  made.set(office, found);
  return found;
}

const made = new WeakMap<LinkContext['office'], ReturnType<typeof publicTexts>>();

function texts(written: Written): readonly string[] {
  return typeof written === 'string' ? asList(written) : Object.values(written).map(String);
}
