// Static rule: what the solution uses, and what the facts stand on, was put before its eyes in time.
import type { Json } from '#grader/evidence/types.ts';
import { mentions } from '#grader/text.ts';
import type { Plan, Step } from '../types.ts';
import type { Arena } from './arena.ts';
import { declaredField } from './plausible.ts';
import { summarised } from './summaries.ts';

/** Reports ids, addresses and other specific values that a step uses before anything showed them, and fields of answers never shown. */
export function reportUndiscoverable(arena: Arena): void {
  reportUnseenValues(arena);
  reportUnseenFields(arena);
}

function reportUnseenValues({ plan, report, oracle }: Arena): void {
  const known = specificValues(plan);
  let seen = [plan.request, ...(plan.files ?? []).map(({ text }) => text)].join('\n');
  const told = new Set<string>();
  plan.solution.forEach((step, i) => {
    const used = usedBy(step, known, plan).filter((value) => !told.has(value));
    const shown = new Set(mentions(seen, used));
    for (const value of used.filter((one) => !shown.has(one))) {
      told.add(value);
      const home = known.get(value.toLowerCase());
      report('prove/undiscoverable', step.span, { value, tool: step.tool, ...(home && { home }) });
    }
    const answer = oracle.answers[i];
    if (answer?.ok) seen += `\n${JSON.stringify(answer.result)}`;
  });
}

/** Ids and specific texts of the records, in small letters, to where they stand. */
function specificValues({ office }: Plan): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [collection, records] of Object.entries(office.records)) {
    for (const record of records) {
      for (const [field, value] of Object.entries(record)) {
        for (const text of [value].flat()) {
          const specific = typeof text === 'string' && !/\s/.test(text) && (field === 'id' || isSpecific(text));
          if (specific && !values.has(text.toLowerCase())) values.set(text.toLowerCase(), `${collection}/${record.id}, ${field}`);
        }
      }
    }
  }
  return values;
}

/** Not a word, a date or a number: nobody writes such a thing by chance. */
function isSpecific(text: string): boolean {
  return text.length >= 4 && ((/\d/.test(text) && /[A-Za-z]/.test(text)) || text.includes('@')) && !/^\d{4}-\d\d-\d\d/.test(text);
}

function usedBy(step: Step, known: ReadonlyMap<string, string>, plan: Plan): readonly string[] {
  const used = new Set<string>();
  const collect = (value: Json, isName: boolean): void => {
    if (Array.isArray(value)) for (const item of value) collect(item, isName);
    else if (value !== null && typeof value === 'object') for (const item of Object.values(value)) collect(item, isName);
    else if (typeof value === 'string') {
      if (isName) used.add(value);
      for (const token of value.split(/[\s,;:()<>"'`*|/[\]]+/)) {
        const word = token.replace(/[.!?]+$/, '');
        if (known.has(word.toLowerCase())) used.add(word);
      }
    }
  };
  for (const [argument, value] of Object.entries(step.args)) {
    const field = declaredField(step, argument, plan);
    const type = field?.type === 'list' ? field.of : field?.type;
    collect(value, type === 'reference' || type === 'address');
  }
  return [...used];
}

/** Fields that a fact read on the records it gives, and on those that these refer to, were in some answer. Said once for each field, of the first fact. */
function reportUnseenFields(arena: Arena): void {
  const { plan, report, oracle } = arena;
  const shown = new Map<string, Set<string>>();
  for (const answer of [...oracle.entries.map((entry) => entry.shown.records), ...summarised(arena)]) {
    for (const [path, fields] of Object.entries(answer)) shown.set(path, new Set([...(shown.get(path) ?? []), ...fields]));
  }
  const told = new Set<string>();
  for (const formula of plan.formulas.all.filter(({ owner }) => owner.kind === 'fact')) {
    const fact = formula.owner.id;
    const reads = plan.formulas.reads(formula);
    const unseen = new Map<string, string[]>();
    for (const path of answersOf(formula.records, reads, plan)) {
      for (const field of reads.get(path) ?? []) {
        if (shown.get(path)?.has(field) || !hasField(path, field, plan)) continue;
        const place = `${path.slice(0, path.indexOf('/'))} ${field}`;
        unseen.set(place, [...(unseen.get(place) ?? []), path]);
      }
    }
    for (const [place, paths] of unseen) {
      const field = place.slice(place.indexOf(' ') + 1);
      const [path = ''] = paths;
      if (!told.has(place)) report('prove/unseen-field', plan.places.key(['facts', fact]), { fact, path, field, more: paths.length - 1 });
      told.add(place);
    }
  }
}

/** The records of the answer, and those that their fields refer to, as far as the fact read them. */
function answersOf(
  records: readonly { readonly path: string }[],
  reads: ReadonlyMap<string, ReadonlySet<string>>,
  plan: Plan,
): readonly string[] {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path) || !reads.has(path)) return;
    found.add(path);
    for (const field of reads.get(path) ?? []) for (const next of referred(path, field, plan)) follow(next);
  };
  for (const { path } of records) follow(path);
  return [...found];
}

function referred(path: string, field: string, { office }: Plan): readonly string[] {
  const [collection = '', id = ''] = [path.slice(0, path.indexOf('/')), path.slice(path.indexOf('/') + 1)];
  const [service, name = ''] = collection.split('.');
  const definition = office.services.find((one) => one.name === service)?.collections[name]?.fields[field];
  const value = office.records[collection]?.find((record) => record.id === id)?.[field];
  if (definition?.to === undefined || value === undefined) return [];
  return [value].flat().map((to) => `${definition.to}/${to}`);
}

function hasField(path: string, field: string, { office }: Plan): boolean {
  const record = office.records[path.slice(0, path.indexOf('/'))]?.find(({ id }) => id === path.slice(path.indexOf('/') + 1));
  return record !== undefined && Object.hasOwn(record, field);
}
