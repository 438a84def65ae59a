// Expressions over the records: CEL, type-checked against the services' field types. The only importer of the CEL library.
import { type ASTNode, TypeError as CelTypeError, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import type { DataRecord, Json } from '#grader/evidence/types.ts';
import type { Field, ServiceDefinition } from '#services/types.ts';
import { openZone } from '#workspace/times.ts';
import type { Report } from '../diagnostics/collect.ts';
import type { Office, Path, Places } from '../types.ts';
import { reportComparisons } from './comparisons.ts';
import { Decimal, DivisionByZero } from './decimal.ts';
import { overloadInWords, tokensInWords, typeHint } from './expression-words.ts';
import { celType, type Following, fieldValue, storedDuration } from './field-values.ts';
import { addFree, addFunctions } from './functions.ts';
import { addNumbers, type NumberFunction, noNumberInWords, withStrictNumbers } from './numbers.ts';

/** A value of an expression with its static type: `list<helpdesk.tickets>`, `string`, `google.protobuf.Timestamp` … */
export interface Typed {
  readonly type: string;
  readonly value: unknown;
}

/** Names beside the services and `now`: facts and loop variables. */
export type Scope = ReadonlyMap<string, Typed>;

/** Where an expression stands: the text at `path`, from its character `offset` on. */
export interface ExpressionPlace {
  readonly path: Path;
  readonly offset: number;
}

export interface Expressions {
  /** Checks and computes an expression. Reports what is wrong at its place and then gives undefined. */
  readonly evaluate: (text: string, place: ExpressionPlace, scope: Scope) => Typed | undefined;
  /** Whether a fact or loop variable may be called so: not like a service, a type or a word of the language. */
  readonly mayBeNamed: (name: string) => boolean;
}

/** An expression that was computed, ready to be computed again. */
export interface Computed {
  readonly text: string;
  readonly place: ExpressionPlace;
  readonly scope: Scope;
  readonly ast: ASTNode;
  readonly value: unknown;
  /** With other values of names in the scope. Throws where it cannot be computed. */
  readonly run: (values: { readonly [name: string]: unknown }) => unknown;
  /** Another text in its place. Throws where that cannot be read or computed. */
  readonly runOther: (text: string) => unknown;
}

/** What looks over the shoulder of expressions while they are computed again. */
export interface Lens {
  seen?: ((record: RecordView, field: string) => void) | undefined;
  /** Fields to show in the place of a record's own. */
  instead?: ReadonlyMap<DataRecord, DataRecord> | undefined;
}

export type { ASTNode };

/** A record as expressions see it: fields by getters, references followed. What is its own begins with `$`, as no field does. */
export class RecordView {
  readonly $collection: string;
  readonly $record: DataRecord;
  constructor(collection: string, record: DataRecord) {
    this.$collection = collection;
    this.$record = record;
  }
}

export interface ExpressionsInput {
  readonly report: Report;
  readonly places: Places;
  /** Names of all facts of the scenario, in their order. */
  readonly facts: readonly string[];
  /** Facts whose own expression was reported already: using them is no further mistake. */
  readonly broken: ReadonlySet<string>;
  readonly lens?: Lens;
  /** Told of every expression that could be computed. */
  readonly onComputed?: (computed: Computed) => void;
}

/** Opens the expressions of one office. */
export function openExpressions(office: Office, on: ExpressionsInput): Expressions {
  const base = environment(office, on.lens ?? {});
  return {
    mayBeNamed: (name) => {
      if (['true', 'false', 'null', 'in'].includes(name)) return false;
      try {
        base.environment.clone().registerVariable(name, 'dyn');
        return true;
      } catch {
        return false;
      }
    },
    evaluate: (text, place, scope) => {
      const span = (range: { start: number; end: number } | undefined) =>
        on.places.within(place.path, place.offset + (range?.start ?? 0), place.offset + (range?.end ?? text.length));
      const names = [...office.services.map((s) => s.name), 'now', ...scope.keys()];
      const later = on.facts.filter((name) => !scope.has(name));
      const report: Reporter = { report: on.report, span, names, later, broken: on.broken, office };
      try {
        const environmentHere = base.environment.clone();
        for (const [name, { type }] of scope) environmentHere.registerVariable(name, type);
        const { parsed, checked } = parseAndCheck(environmentHere, text);
        if (!checked.valid) {
          reportTypeError(checked.error, parsed.ast, report);
          return undefined;
        }
        if (reportComparisons(parsed.ast, report) > 0) return undefined;
        const variables = Object.fromEntries([...scope].map(([name, { value }]) => [name, value]));
        const run = (values: object): unknown => parsed({ ...base.variables, ...variables, ...values });
        const runOther = (other: string): unknown => {
          const { parsed: instead, checked: types } = parseAndCheck(environmentHere, other);
          if (!types.valid) throw types.error;
          return instead({ ...base.variables, ...variables });
        };
        const value = run({});
        on.onComputed?.({ text, place, scope, ast: parsed.ast, value, run, runOther });
        return { type: String(checked.type), value };
      } catch (error) {
        if (error instanceof ParseError)
          on.report('link/expression-syntax', span(error.range), { problem: `${tokensInWords(error.summary)}.` });
        else if (error instanceof CelTypeError) reportTypeError(error, undefined, report);
        else if (error instanceof NoNumber) on.report('link/expression-failed', span(error.range), error.inWords(text));
        else if (error instanceof EvaluationError) {
          on.report('link/expression-failed', span(error.range), evaluationInWords(error));
        } else if (error instanceof DivisionByZero) {
          on.report('link/expression-failed', span(undefined), { problem: 'it divides by zero.', hint: 'Test first that it is not 0.' });
        } else if (error instanceof RangeError) {
          // The library recurses; its own limits count nodes, not the chains of operators that overflow the stack.
          on.report('link/expression-syntax', span(undefined), { problem: 'it is nested too deeply.' });
        } else throw error;
        return undefined;
      }
    },
  };
}

/** An expression with its types, ready to run. */
function parseAndCheck(environmentHere: Environment, text: string) {
  const parsed = environmentHere.parse(text);
  const nodes: ASTNode[] = [];
  visit(parsed.ast, (node) => nodes.push(node));
  return { parsed, checked: withStrictNumbers(nodes, () => parsed.check()) };
}

/** A text that was to become a number and is none. */
class NoNumber extends EvaluationError {
  readonly #called: NumberFunction;
  readonly #text: string;
  constructor(called: NumberFunction, text: string) {
    super({ code: 'no_number', message: `${called}() of a text that is no number` });
    this.#called = called;
    this.#text = text;
  }
  /** In an expression, whose call it stands at. */
  inWords(expression: string) {
    const call = expression.slice(this.range?.start, this.range?.end);
    return noNumberInWords(this.#called, this.#text, call.slice(call.indexOf('(') + 1, -1).trim());
  }
}

/** Whether a service may be called so: not like `now`, a type, a function or a word of the language. */
export function mayNameService(name: string): boolean {
  if (name === 'now' || !mayNameMember(name)) return false;
  try {
    const alone = new Environment();
    addFunctions(alone, { hours: () => undefined, day: () => '' });
    alone.registerType(name, { ctor: class {}, fields: {} });
    alone.registerVariable(name, name);
    return true;
  } catch {
    return false;
  }
}

/** Whether a collection or a field may be called so: what stands after a dot is a name, and not one that every object has. */
export function mayNameMember(name: string): boolean {
  return !['true', 'false', 'null', 'in', 'constructor'].includes(name);
}

/** A value as JSON: records become their id, times UTC instants, durations what records hold. */
export function toJson(value: unknown): Json {
  if (value instanceof RecordView) return value.$record.id;
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' || value === null) return value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), toJson(item)]));
  if (value instanceof Decimal) return value.toNumber();
  if (isLiteral(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
  return storedDuration(value) ?? String(value);
}

/** What `{"days": 3}` in an expression gives, unlike the objects of the CEL library. */
function isLiteral(value: unknown): value is object {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** `list<string>` → `string`; undefined for anything that is not a list. */
export function itemType(type: string): string | undefined {
  return /^list<(.+)>$/.exec(type)?.[1];
}

interface Reporter {
  readonly report: Report;
  readonly span: (range: { start: number; end: number } | undefined) => ReturnType<Places['within']>;
  readonly names: readonly string[];
  /** Facts of the scenario that are not known yet at this place. */
  readonly later: readonly string[];
  readonly broken: ReadonlySet<string>;
  readonly office: Office;
}

function environment(office: Office, lens: Lens): { environment: Environment; variables: Record<string, unknown> } {
  const env = new Environment({ limits: { maxAstNodes: 20_000, maxDepth: 200 } });
  const views = new Map<string, Map<string, RecordView>>();
  const variables: Record<string, unknown> = { now: new Date(office.now) };
  const mounted = new Set(office.services.flatMap((s) => Object.keys(s.collections).map((c) => `${s.name}.${c}`)));
  const types = office.services.flatMap((service) =>
    Object.entries(service.collections).map(([name, collection]) => {
      const path = `${service.name}.${name}`;
      return { path, fields: { id: { type: 'string', about: '' } as Field, ...collection.fields } };
    }),
  );
  const plain = new Environment({ unlistedVariablesAreDyn: true });
  const plainly = { int: plain.parse('int(value)'), uint: plain.parse('uint(value)'), double: plain.parse('double(value)') };
  const duration = (seconds: number) => plain.evaluate(`duration("${seconds}s")`);
  const find = (collection: string, id: string) => views.get(collection)?.get(id);
  const zone = openZone(office.zone);
  addFunctions(env, {
    hours: (count) => plain.evaluate(`duration("${count}h")`),
    day: (time) => zone.show(time.toISOString()).slice(0, 10),
  });
  addNumbers(env, {
    convert: (name, value) => plainly[name]({ value }),
    failure: (name, text) => new NoNumber(name, text),
  });
  for (const { path, fields } of types) {
    const View = viewClass(path, fields, { mounted, find, duration, lens });
    const declared = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, celType(field, mounted)]));
    env.registerType(path, { ctor: View, fields: declared });
    views.set(path, new Map((office.records[path] ?? []).map((record) => [record.id, new View(path, record)])));
  }
  for (const { path } of types) {
    env.registerOperator(`${path} == ${path}`, (a: RecordView, b: RecordView) => a.$record.id === b.$record.id);
  }
  for (const service of office.services) {
    const { Service, fields, value } = serviceView(service, views);
    env.registerType(service.name, { ctor: Service, fields });
    env.registerVariable(service.name, service.name);
    variables[service.name] = value;
  }
  env.registerVariable('now', 'google.protobuf.Timestamp');
  for (const service of office.services) {
    for (const [name, { occupies }] of Object.entries(service.collections)) if (occupies) addFree(env, `${service.name}.${name}`, occupies);
  }
  return { environment: env, variables };
}

interface Viewing extends Following<RecordView> {
  readonly lens: Lens;
}

function viewClass(path: string, fields: { readonly [name: string]: Field }, following: Viewing): typeof RecordView {
  const View = class extends RecordView {};
  for (const [name, field] of Object.entries(fields)) {
    Object.defineProperty(View.prototype, name, {
      enumerable: true,
      get(this: RecordView) {
        following.lens.seen?.(this, name);
        return fieldValue((following.lens.instead?.get(this.$record) ?? this.$record)[name], field, following);
      },
    });
  }
  Object.defineProperty(View, 'name', { value: path });
  return View;
}

function serviceView(service: ServiceDefinition, views: ReadonlyMap<string, ReadonlyMap<string, RecordView>>) {
  const Service = class {};
  Object.defineProperty(Service, 'name', { value: service.name });
  const names = Object.keys(service.collections);
  const fields = Object.fromEntries(names.map((name) => [name, `list<${service.name}.${name}>`]));
  const lists = names.map((name) => [name, [...(views.get(`${service.name}.${name}`)?.values() ?? [])]]);
  return { Service, fields, value: Object.assign(new Service(), Object.fromEntries(lists)) };
}

function reportTypeError(error: CelTypeError | ParseError | undefined, ast: ASTNode | undefined, on: Reporter): void {
  const span = on.span(error?.range);
  const summary = error?.summary ?? 'unknown';
  const word = /: (\S+)$/.exec(summary)?.[1] ?? '';
  const receiver = receiverType(ast, error?.range);
  if (error?.code === 'unknown_variable') {
    if (!on.broken.has(word))
      on.report('link/expression-unknown-name', span, { name: word, choices: on.names, later: on.later.includes(word) });
  } else if (error?.code === 'no_such_key') {
    const type = receiver ?? 'This value';
    on.report('link/expression-unknown-field', span, { field: word, type: typeInWords(type), choices: fieldsOf(type, on.office) });
  } else if (receiver !== undefined && itemType(receiver) !== undefined) {
    const field = accessed(ast, error?.range) ?? word;
    on.report('link/expression-unknown-field', span, { field, type: typeInWords(receiver), choices: [] });
  } else {
    const hint = typeHint(summary);
    on.report('link/expression-type', span, { problem: `${overloadInWords(summary)}.`, hint });
  }
}

function evaluationInWords(error: EvaluationError): { readonly problem: string; readonly hint: string } {
  const [, index] = /index out of bounds, index (-?\d+)/.exec(error.summary) ?? [];
  if (index !== undefined) return { problem: `the list has no item [${index}].`, hint: 'Look at the list: counting starts at 0.' };
  const [, field] = /^No such key: (\w+)$/.exec(error.summary) ?? [];
  if (field !== undefined) {
    const hint = `Test for it first, has(x.${field}) && …, or give it to every record.`;
    return { problem: `the field "${field}" is absent on a record that it looks at.`, hint };
  }
  const duration = error.code === 'invalid_duration';
  const hint = duration ? 'Durations are like 48h, 90m, 1h30m; whole days with days(2).' : 'Look at the records that the expression reads.';
  return { problem: `${error.summary}.`, hint };
}

/** Type of the thing whose field was asked for, from the access that ends where the error's range does. */
function receiverType(ast: ASTNode | undefined, range: { start: number; end: number } | undefined): string | undefined {
  const access = accessAt(ast, range);
  return access && checkedType(access.args[0]);
}

function accessed(ast: ASTNode | undefined, range: { start: number; end: number } | undefined): string | undefined {
  return accessAt(ast, range)?.args[1];
}

function accessAt(ast: ASTNode | undefined, range: { start: number; end: number } | undefined) {
  let found: Extract<ASTNode, { op: '.' }> | undefined;
  visit(ast, (node) => {
    if (node.op === '.' && node.range.end === range?.end) found = node as Extract<ASTNode, { op: '.' }>;
  });
  return found;
}

function fieldsOf(type: string, office: Office): readonly string[] {
  const [service, collection] = type.split('.');
  const definition = office.services.find((s) => s.name === service);
  if (!definition) return [];
  if (collection === undefined) return Object.keys(definition.collections);
  return ['id', ...Object.keys(definition.collections[collection]?.fields ?? {})];
}

function typeInWords(type: string): string {
  const item = itemType(type);
  if (item !== undefined) return item.includes('.') ? `A list of records of ${item}` : 'A list';
  if (type === 'google.protobuf.Timestamp') return 'A time';
  return type.includes('.') ? `A record of ${type}` : type;
}

/** The checker notes each node's type on it; the library's types do not say so. */
export function checkedType(node: ASTNode): string | undefined {
  const type = (node as ASTNode & { readonly checkedType?: unknown }).checkedType;
  return type === undefined ? undefined : String(type);
}

/** Every node of an expression, from the outside in. */
export function visit(node: unknown, act: (node: ASTNode) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, act);
  else if (node !== null && typeof node === 'object' && 'op' in node && 'args' in node) {
    act(node as ASTNode);
    visit(node.args, act);
  }
}
