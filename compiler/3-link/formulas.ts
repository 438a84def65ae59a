// The expressions behind facts, checks and rules, kept so that the proof can compute them again: with a condition changed, on records
// that were shuffled, or watching what they read.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Field } from '#services/types.ts';
import type { Office, Path, Places } from '../types.ts';
import { type ASTNode, type Computed, checkedType, type Lens, RecordView, toJson } from './expressions.ts';
import type { Formula, Formulas, Mutation } from './formula-types.ts';
import { mutationsOf } from './mutations.ts';

/** Collects expressions while a scenario is linked. */
export interface FormulaBook {
  readonly lens: Lens;
  readonly add: (computed: Computed) => void;
  readonly formulas: (input: FormulasInput) => Formulas;
}

export interface FormulasInput {
  readonly office: Office;
  readonly places: Places;
  /** Id of the check or rule at a path such as `['checks', 0]`. */
  readonly ownerAt: (path: Path) => string;
}

/** Opens an empty book. */
export function openFormulaBook(): FormulaBook {
  const lens: Lens = {};
  const computed = new Map<string, Computed[]>();
  return {
    lens,
    add: (one) => {
      if (!owners.has(String(one.place.path[0]))) return;
      const key = JSON.stringify([one.place.path, one.place.offset]);
      const same = computed.get(key);
      if (same) same.push(one);
      else computed.set(key, [one]);
    },
    formulas: (input) => formulasOf([...computed.values()], lens, input),
  };
}

const owners = new Map([
  ['facts', 'fact'],
  ['checks', 'check'],
  ['allowed', 'permission'],
  ['prohibited', 'rule'],
  ['secrets', 'secret'],
  ['injections', 'injection'],
]);

function formulasOf(groups: readonly (readonly Computed[])[], lens: Lens, input: FormulasInput): Formulas {
  const all = groups.flatMap((group): Formula[] => {
    const [first] = group;
    return first ? [formulaOf(first, group, input)] : [];
  });
  const facts = groups.flatMap(([first]) => (first?.place.path[0] === 'facts' ? [first] : []));
  return {
    all,
    reads: (formula) => {
      const reads = new Map<string, Set<string>>();
      const group = groups[all.indexOf(formula)] ?? [];
      lens.seen = (view, field) => {
        const path = `${view.$collection}/${view.$record.id}`;
        reads.set(path, (reads.get(path) ?? new Set()).add(field));
      };
      for (const one of group) attempt(() => one.run({}));
      lens.seen = undefined;
      return reads;
    },
    differOn: (instead) => {
      lens.instead = instead;
      const values: { [fact: string]: unknown } = {};
      const differs = ({ value, run }: Computed): boolean => {
        const now = attempt(() => run(values));
        return now === failed || !same(now, value);
      };
      // Facts first, in their order: each stands on those above it.
      for (const fact of facts) values[String(fact.place.path[1])] = attempt(() => fact.run(values));
      const found = all.find((_, i) => groups[i]?.some(differs));
      lens.instead = undefined;
      return found;
    },
  };
}

function formulaOf(first: Computed, group: readonly Computed[], { office, places, ownerAt }: FormulasInput): Formula {
  const { path, offset } = first.place;
  const kind = owners.get(String(path[0])) ?? '';
  const id = kind === 'fact' ? String(path[1]) : ownerAt(path.slice(0, 2));
  return {
    owner: { kind, id },
    text: first.text,
    values: group.map(({ value }) => toJson(value)),
    records: group.flatMap(({ value }) => recordsIn(value)),
    mutations: () => {
      const mutations = mutationsOf({ text: first.text, ast: first.ast, valuesOf: (node) => valuesOf(node, office) });
      return mutations.map((mutation): Mutation => {
        const { start, end, replacement } = mutation;
        const text = first.text.slice(0, start) + replacement + first.text.slice(end);
        return {
          ...mutation,
          stretch: first.text.slice(start, end),
          span: places.within(path, offset + start, offset + end),
          matters: () =>
            group.some(
              ({ value, runOther }) =>
                !same(
                  attempt(() => runOther(text)),
                  value,
                ),
            ),
        };
      });
    },
  };
}

const failed = Symbol('failed');

function attempt(compute: () => unknown): unknown {
  try {
    return compute();
  } catch {
    return failed;
  }
}

function same(a: unknown, b: unknown): boolean {
  return a !== failed && JSON.stringify(toJson(a)) === JSON.stringify(toJson(b));
}

function recordsIn(value: unknown): readonly { readonly path: string; readonly record: DataRecord }[] {
  if (value instanceof RecordView) return [{ path: `${value.$collection}/${value.$record.id}`, record: value.$record }];
  return Array.isArray(value) ? value.flatMap(recordsIn) : [];
}

/** Values to put in the place of one that a field is compared with: those of an enum, else those that records have. */
function valuesOf(node: ASTNode, office: Office): readonly string[] | undefined {
  if (node.op !== '.') return undefined;
  const [service, collection = ''] = (checkedType(node.args[0]) ?? '').split('.');
  const field: Field | undefined = office.services.find((s) => s.name === service)?.collections[collection]?.fields[node.args[1]];
  const records = office.records[`${service}.${collection}`] ?? [];
  const there = [...new Set(records.flatMap((record) => record[node.args[1]] ?? []).map(String))].sort();
  // Of an enum, values that records have come first: moving to one of them is the smallest step that could matter.
  return field?.type === 'enum' ? (field.values ?? []).filter((value) => there.includes(value)) : there;
}
