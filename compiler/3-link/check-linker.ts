// Reads the values of one check for its kind: names looked up, expressions computed, everything typed by the fields it is about.
import type { Json } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import type { WrittenCheck } from '../2-validate/scenario.ts';
import type { CheckLinker } from '../checks/kind.ts';
import type { Written } from '../shapes.ts';
import type { Path, Template } from '../types.ts';
import { linkAnswerCheck } from './answer-check.ts';
import { collectionNames, fieldsOf, findCollection, findTool, type LinkContext, type MountedTool, needCollection } from './context.ts';
import { withDefault } from './defaults.ts';
import type { Scope } from './expressions.ts';
import { linkFileCheck } from './file-check.ts';
import { linkMade } from './made.ts';
import { linkMatcher } from './matchers.ts';
import { otherNames } from './naming.ts';
import { linkPart, linkParts, type PartsInput } from './parts.ts';
import { linkSecrets } from './secrets.ts';
import type { Slots } from './slots.ts';
import { computeText, isComputed, recordIds, typeInWords } from './values.ts';
import { linkLength, linkOccupation, linkWindows } from './windows.ts';

export interface CheckLinkerInput {
  readonly check: WrittenCheck;
  readonly context: LinkContext;
  readonly slots: Slots;
}

/** Opens the linker of one check. */
export function openCheckLinker(input: CheckLinkerInput): CheckLinker {
  const { check, context, slots } = input;
  const { report, places, office } = context;
  const pathOf = (at: readonly (string | number)[]): Path => [...check.path, ...at];
  const at = (keys: readonly (string | number)[]): Written => valueAt(check.keys, keys);
  const text = (keys: readonly (string | number)[]): string | undefined => {
    const value = at(keys);
    if (typeof value === 'string') return value;
    report('validate/wrong-shape', places.value(pathOf(keys)), {
      expected: 'a text',
      found: Array.isArray(value) ? 'a list' : 'a mapping',
    });
    return undefined;
  };

  const collection = (...keys: readonly (string | number)[]): string | undefined => {
    const name = text(keys);
    return name !== undefined && needCollection(name, places.value(pathOf(keys)), context) ? name : undefined;
  };

  const record = (...keys: readonly (string | number)[]) => {
    const written = text(keys);
    if (written === undefined) return undefined;
    const slash = written.indexOf('/');
    const name = written.slice(0, slash);
    if (slash < 0) {
      const example = `${collectionNames(office)[0] ?? 'mail.messages'}/ID`;
      report('link/bad-path', places.value(pathOf(keys)), { value: written, expected: 'service.collection/ID', example });
      return undefined;
    }
    if (!needCollection(name, places.within(pathOf(keys), 0, slash), context)) return undefined;
    const ids = (office.records[name] ?? []).map((r) => r.id);
    const resolve = (scope: Scope): Json | undefined => {
      const whole = computeText(written, pathOf(keys), context, scope);
      if (!whole) return undefined;
      const id = String(whole.value).slice(slash + 1);
      if (ids.includes(id)) return String(whole.value);
      const place = places.within(pathOf(keys), slash + 1, written.length);
      report('link/unknown-record', place, { id, collection: name, choices: ids });
      return undefined;
    };
    const path = isComputed(written) ? slots.add('record', written, resolve) : resolve(context.scope);
    return path === undefined ? undefined : { path, collection: name };
  };

  const idsIn = (written: Written, path: Path, scope: Scope): readonly string[] | undefined => {
    if (Array.isArray(written)) {
      const lists = written.map((one, i) => idsIn(one, [...path, i], scope));
      return lists.some((one) => one === undefined) ? undefined : lists.flatMap((one) => one ?? []);
    }
    if (typeof written !== 'string') {
      report('validate/wrong-shape', places.value(path), { expected: 'records', found: 'a mapping' });
      return undefined;
    }
    if (!isComputed(written)) {
      const all = Object.values(office.records).flatMap((records) => records.map((r) => r.id));
      if (all.includes(written)) return [written];
      report('link/unknown-record', places.value(path), { id: written, collection: 'This office', choices: all });
      return undefined;
    }
    const typed = computeText(written, path, context, scope);
    const found = typed && recordIds(typed);
    if (typed && !found) {
      report('link/wrong-type', places.value(path), {
        found: typeInWords(typed.type),
        expected: 'a record or a list of records',
        hint: 'Name records, not their fields: "${t}".',
      });
    } else if (found && found.ids.length === 0) {
      report('link/empty-list', places.value(path), { expression: written });
      return undefined;
    }
    return found?.ids;
  };

  const linker: CheckLinker = {
    keys: check.keys,
    request: context.request,
    office: context.office,
    collection,
    record,
    recordIds: (...keys) => slots.add(String(keys.at(-1)), JSON.stringify(at(keys)), (scope) => idsIn(at(keys), pathOf(keys), scope)),
    except: (name, ...keys) => {
      const written = text(keys);
      if (written === undefined) return undefined;
      const fields = fieldsOf(findCollection(name, office) ?? { about: '', noun: '', prefix: '', fields: {} });
      const dotted = /^(?<list>[\s\S]*)\.(?<field>[a-z_]+)\s*$/.exec(written)?.groups;
      if (dotted?.list !== undefined && context.scope.has(dotted.list.trim()) && !Object.hasOwn(fields, dotted.field ?? '')) {
        const place = places.within(pathOf(keys), dotted.list.length + 1, written.trimEnd().length);
        report('link/unknown-field', place, { field: dotted.field ?? '', collection: name, choices: Object.keys(fields) });
        return undefined;
      }
      const [expression, field] =
        dotted?.list !== undefined && dotted.field !== undefined && Object.hasOwn(fields, dotted.field)
          ? [dotted.list, dotted.field]
          : [written, undefined];
      const ids = slots.add('except', written, (scope) => {
        const typed = context.expressions.evaluate(expression, { path: pathOf(keys), offset: 0 }, scope);
        const found = typed && recordIds(typed);
        if (typed && found?.collection !== name) {
          report('link/wrong-type', places.value(pathOf(keys)), {
            found: typeInWords(typed.type),
            expected: `records of ${name}`,
            hint: `Name records of ${name}, such as a fact.`,
          });
          return undefined;
        }
        return found?.ids;
      });
      return ids === undefined ? undefined : { ids, ...(field !== undefined && { fields: [field] }) };
    },
    fields: (name, ...keys) => {
      const known = fieldsOf(findCollection(name, office) ?? { about: '', noun: '', prefix: '', fields: {} });
      return linkEach(
        at(keys),
        known,
        (key, choices) => {
          report('link/unknown-field', places.key(pathOf([...keys, key])), { field: key, collection: name, choices });
        },
        keys,
      );
    },
    fieldNames: (name, ...keys) => {
      const known = Object.keys(fieldsOf(findCollection(name, office) ?? { about: '', noun: '', prefix: '', fields: {} }));
      const value = at(keys);
      const names = typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];
      const wrong = names.filter((field) => !known.includes(field));
      for (const field of wrong) {
        const place = places.value(pathOf([...keys, names.indexOf(field)]));
        report('link/unknown-field', place, { field, collection: name, choices: known });
      }
      return wrong.length > 0 ? undefined : names;
    },
    matcher: (field, ...keys) => linkMatcher({ field, written: at(keys), path: pathOf(keys), context, slots }),
    tool: (...keys) => {
      const name = text(keys);
      return name === undefined ? undefined : findTool(name, places.value(pathOf(keys)), context);
    },
    hasFault: (tool, ...keys) => {
      const choices = (office.faults ?? []).map((fault) => fault.tool);
      const planned = choices.includes(tool.name);
      if (!planned) report('link/no-fault', places.value(pathOf(keys)), { tool: tool.name, choices });
      return planned;
    },
    args: (tool, ...keys) => {
      const known = argumentFields(tool);
      return linkEach(
        at(keys),
        known,
        (key, choices) => {
          report('link/unknown-argument', places.key(pathOf([...keys, key])), { argument: key, tool: tool.name, choices });
        },
        keys,
        (key, matcher) => withDefault(matcher, { tool, argument: key, context }),
      );
    },
    sender: (...keys) => {
      const name = text(keys);
      const senders = office.services.flatMap((s) =>
        Object.values(s.tools).flatMap((t) => (t.kind === 'send' ? [[s.name, `${s.name}.${t.collection}`] as const] : [])),
      );
      const found = senders.find(([service]) => service === name);
      if (name !== undefined && !found)
        report('link/unknown-service', places.value(pathOf(keys)), {
          name,
          choices: [...new Set(senders.map(([service]) => service))],
          sends: true,
        });
      return found?.[1];
    },
    word: (choices, ...keys) => {
      const value = text(keys);
      const found = choices.find((choice) => choice === value);
      if (value !== undefined && found === undefined) {
        report('validate/wrong-shape', places.value(pathOf(keys)), { expected: `one of ${choices.join(', ')}`, found: `"${value}"` });
      }
      return found;
    },
    wholeNumber: (...keys) => {
      const value = text(keys);
      if (value !== undefined && /^\d{1,6}$/.test(value)) return Number(value);
      if (value !== undefined) report('validate/bad-number', places.value(pathOf(keys)), { value, what: 'a whole number', example: '2' });
      return undefined;
    },
    derived: slots.derive,
    derivedUnless: slots.deriveUnless,
    part: (...keys) => linkPart(at(keys), within(keys)),
    parts: (...keys) => linkParts(at(keys), within(keys)),
    call: (...keys) => {
      const [tool, expectations] = [valueAt(at(keys), ['tool']), valueAt(at(keys), ['with'])];
      const unknown = Object.keys(at(keys)).filter((key) => key !== 'tool' && key !== 'with');
      if (typeof at(keys) === 'string' || typeof tool !== 'string' || tool === '' || unknown.length > 0) {
        const found = unknown.length > 0 ? `one with ${unknown.join(', ')}` : 'something else';
        report('validate/wrong-shape', places.value(pathOf(keys)), { expected: 'a pattern { tool: service.tool, with: … }', found });
        return undefined;
      }
      const mounted = linker.tool(...keys, 'tool');
      if (!mounted || expectations === '') return mounted && { tool: mounted.name };
      const args = linker.args(mounted, ...keys, 'with');
      return args === undefined ? undefined : { tool: mounted.name, with: args };
    },
    naming: (by, of) =>
      slots.add('by', JSON.stringify([by, ...of].map(at)), (scope) => {
        const lists = of.map((keys) => idsIn(at(keys), pathOf(keys), scope));
        if (lists.some((ids) => ids === undefined)) return undefined;
        const named = otherNames({ by: at(by), path: pathOf(by), ids: lists.flatMap((ids) => ids ?? []), context });
        return named as unknown as Json | undefined;
      }),
    secrets: (...keys) =>
      linkSecrets({
        name: 'secrets',
        fields: at(keys),
        of: check.keys.of,
        mayReach: check.keys.may_reach,
        alsoIn: check.keys.also_in,
        paths: { fields: pathOf(keys), of: pathOf(['of']), mayReach: pathOf(['may_reach']), alsoIn: pathOf(['also_in']) },
        context,
        slots,
      }),
    answer: () => linkAnswerCheck(input),
    made: (key) => linkMade(input, linker, key),
    file: () => linkFileCheck(input),
    occupation: (name, ...keys) => linkOccupation(name, pathOf(keys), context),
    slotLength: () => linkLength({ keys: check.keys, path: check.path, context, slots }),
    windows: (length) => linkWindows(length, { keys: check.keys, path: check.path, context, slots }),
    contradiction: (key, found) => {
      report('validate/wrong-shape', places.value(pathOf([key])), { expected: `a "${key}" that can be met and missed`, found });
      return undefined;
    },
    missing: (key, example) => {
      report('validate/missing-key', places.key(check.path), { key, within: `the check "${check.id}"`, example });
      return undefined;
    },
  };
  return linker;

  function within(keys: readonly (string | number)[]): PartsInput {
    return { ...input, path: pathOf(keys), open: openCheckLinker };
  }

  function linkEach(
    written: Written,
    known: { readonly [name: string]: Field },
    unknown: (key: string, choices: readonly string[]) => void,
    keys: readonly (string | number)[],
    finish: (key: string, matcher: Template | undefined) => Template | undefined = (_, matcher) => matcher,
  ): Template | undefined {
    if (typeof written === 'string' || Array.isArray(written)) return undefined;
    const linked: { [key: string]: Template } = {};
    let failed = false;
    for (const [key, value] of Object.entries(written)) {
      const field = Object.hasOwn(known, key) ? known[key] : undefined;
      if (!field) unknown(key, Object.keys(known));
      const template = finish(key, field && linkMatcher({ field, written: value, path: pathOf([...keys, key]), context, slots }));
      if (template === undefined) failed = true;
      else linked[key] = template;
    }
    return failed ? undefined : linked;
  }
}

/** What can be asked of a call beside its arguments. */
export const overAll: readonly string[] = ['recipients', 'texts'];

/** A tool's arguments as fields, `recipients` where it sends, and `texts` where it writes. */
export function argumentFields(tool: MountedTool): { readonly [name: string]: Field } {
  const fields: { [name: string]: Field } = Object.fromEntries(tool.parameters.map(({ name, field }) => [name, field]));
  if (tool.tool.effect !== 'read') fields.texts = { type: 'list', of: 'text', about: 'Every text among the arguments.' };
  if (tool.tool.kind === 'send') fields.recipients = { type: 'list', of: 'address', about: 'Every addressee, whatever the field.' };
  return fields;
}

function valueAt(value: Written, keys: readonly (string | number)[]): Written {
  let here: Written = value;
  for (const key of keys) {
    if (typeof here === 'string') return '';
    here = Array.isArray(here) ? (here[Number(key)] ?? '') : ((here as { readonly [key: string]: Written })[String(key)] ?? '');
  }
  return here;
}
