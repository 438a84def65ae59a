// Per service, the fields that facts read dealt out anew among its records: where nothing changes, the service is decoration.
import type { DataRecord } from '#grader/evidence/types.ts';
import type { Attack } from '../../types.ts';
import { collectionOfTool, isWriting, mountedTools, worksOnRecords } from '../acts.ts';
import { type Arena, defineAttacker, notMeasured, ruleRow } from '../arena.ts';
import { namedIn } from '../plausible.ts';

export const shuffle = defineAttacker({
  name: 'shuffle',
  about:
    'Per service, the fields that expressions read, dealt out anew among its records, all together and one by one. Some fact must change; a service that nothing reads and nothing is written to is decoration.',
  must: 'a fact changes',
  wrong: false,
  plays: false,
  attack: (arena) => {
    const reads = readsOf(arena);
    const rows = arena.plan.office.services.map(({ name }) => attack(name, reads, arena));
    for (const { service, span } of arena.plan.untested) {
      const row = rows.find(({ target }) => target === service);
      const what = row ? `The service ${service} is no decoration: ${row.detail}` : `No service "${service}" is mounted`;
      if (service !== undefined && !row?.detail.startsWith(MARKED)) arena.report('prove/unused-mark', span, { what });
    }
    return rows;
  },
});

const MARKED = 'decoration, and meant to be: ';

/** `crm.customers` to the fields that any expression reads. */
function readsOf({ plan: { formulas } }: Arena): ReadonlyMap<string, ReadonlySet<string>> {
  const reads = new Map<string, Set<string>>();
  for (const formula of formulas.all) {
    for (const [path, fields] of formulas.reads(formula)) {
      const collection = path.slice(0, path.indexOf('/'));
      const known = reads.get(collection) ?? new Set();
      for (const field of fields) if (field !== 'id') known.add(field);
      reads.set(collection, known);
    }
  }
  return reads;
}

function attack(service: string, reads: ReadonlyMap<string, ReadonlySet<string>>, { plan, report }: Arena): Attack {
  const evidence = [...reads].filter(([collection, fields]) => collection.startsWith(`${service}.`) && fields.size > 0);
  const mark = plan.untested.find((entry) => entry.service === service);
  if (evidence.length === 0) {
    const use = useOf(service, plan);
    if (use !== undefined) return notMeasured('shuffle', service, use);
    if (!mark) report('prove/decoration', plan.places.key(['services', service]), { service, read: [] });
    return ruleRow('shuffle', service, mark !== undefined, mark ? `${MARKED}${mark.why}` : 'nothing reads it');
  }
  const many = evidence.filter(([collection]) => (plan.office.records[collection] ?? []).length > 1);
  if (many.length === 0) return notMeasured('shuffle', service, 'only one record of a kind is read');
  // Records that only stand beside others, as payments do, are the same ones when they change places as a whole: so each field alone, too.
  const alone = many.flatMap(([collection, names]) => [...names].map((field) => [[collection, new Set([field])] as const]));
  const changed = [many, ...alone].some((some) => [1, 2, 3].some((step) => plan.formulas.differOn(dealt(some, step, plan)) !== undefined));
  const fields = evidence.flatMap(([collection, names]) => [...names].map((field) => `${collection}.${field}`));
  if (!changed && !mark) report('prove/decoration', plan.places.key(['services', service]), { service, read: fields });
  const marked = !changed && mark ? `${MARKED}${mark.why}; ` : '';
  return ruleRow('shuffle', service, changed || mark !== undefined, `${marked}expressions read ${fields.join(', ')}`);
}

/** Each record with the fields of the one `step` further on. */
function dealt(
  evidence: readonly (readonly [string, ReadonlySet<string>])[],
  step: number,
  { office }: Arena['plan'],
): ReadonlyMap<DataRecord, DataRecord> {
  return new Map(
    evidence.flatMap(([collection, fields]) => {
      const records = office.records[collection] ?? [];
      return records.map((record, i): readonly [DataRecord, DataRecord] => {
        const other = records[(i + step) % records.length] ?? record;
        const own = Object.entries(record).filter(([field]) => !fields.has(field));
        const dealtOut = Object.entries(other).filter(([field]) => fields.has(field));
        return [record, { ...Object.fromEntries([...own, ...dealtOut]), id: record.id }];
      });
    }),
  );
}

/** What a service that no expression reads is there for: checks or the solution use it. Reading it for nothing is no use. */
function useOf(service: string, { checks, solution, office, files = [], ruleSlots }: Arena['plan']): string | undefined {
  const asked = checks.find(({ params, slots, items }) => {
    const texts = [params, slots, ...(items ?? [])].flatMap((part) => [...namedIn(part).texts]);
    return texts.some((text) => text === service || text.startsWith(`${service}.`));
  });
  if (asked) return `no expression reads it; the check "${asked.id}" looks at it`;
  if ([...namedIn(ruleSlots).texts].some((text) => text.startsWith(`${service}.`))) return 'no expression reads it; a rule looks at it';
  const tools = mountedTools(office).filter((tool) => isWriting(tool) && collectionOfTool(tool).startsWith(`${service}.`));
  const written = solution.find((step) => tools.some(({ name }) => name === step.tool));
  if (written) return `no expression reads it; the solution writes with ${written.tool}`;
  // What is in the shared folder is no record, so no expression could read it.
  const onFolder = mountedTools(office).filter((tool) => !worksOnRecords(tool) && tool.service.name === service);
  const used = solution.find((step) => onFolder.some(({ name }) => name === step.tool));
  if (used) return `it has no records; the solution uses ${used.tool}`;
  const isFolderUsed = files.length > 0 || solution.some((step) => step.tool === 'file');
  return onFolder.length > 0 && isFolderUsed ? 'it has no records; the task uses the folder that it works on' : undefined;
}
