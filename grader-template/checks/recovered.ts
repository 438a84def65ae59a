// `recovered`: after a planned fault the agent reached the same effect all the same, once and without hammering.
import { canonicalJson } from '../evidence/canonical.ts';
import { agentEntries, own } from '../evidence/look.ts';
import type { AuditEntry, Json } from '../evidence/types.ts';
import { ratio } from '../fraction.ts';
import type { Check } from '../types.ts';
import { listed, outcome } from './outcome.ts';

export interface RecoveredParams {
  /** `helpdesk.update_ticket`: a tool that a fault is planned for. */
  readonly tool: string;
  /** Arguments by which a later call is the same one: as far as the failed call had them, all are equal. None = any call of the tool. */
  readonly same: readonly string[];
  /** Arguments that have to be given again too, in one such call or over several. */
  readonly spread?: readonly string[];
}

/** Calls in a row that are alike and not answered by a fault: who makes more of them does not look at the answers. */
const MOST_ALIKE = 3;

/**
 * The share of the faults met after which the same was carried out: by a later call that was answered, with the arguments that
 * matter. Not after a fault whose call was then repeated blindly (over and over, or with the same effect twice). 0 where no fault was met.
 */
export function recovered({ tool, same, spread = [] }: RecoveredParams): Check {
  const expected = `${tool} done again after each planned fault`;
  return ({ entries }) => {
    const acts = agentEntries(entries);
    const faults = acts.flatMap((entry, at) =>
      entry.tool === tool && entry.outcome === 'fault' ? [{ entry, later: acts.slice(at + 1) }] : [],
    );
    if (faults.length === 0) return outcome({ score: false, expected, found: 'no planned fault was met', vacuous: true });
    const judged = faults.map(({ entry, later }) => ({ seq: entry.seq, ...judge(entry, later, { same, spread }) }));
    const open = judged.filter(({ problem }) => problem !== undefined);
    return outcome({
      score: ratio(judged.length - open.length, judged.length),
      expected,
      found: open.length === 0 ? 'done again' : listed(open.map(({ seq, problem }) => `after line ${seq}: ${problem}`)),
      where: (open.length === 0 ? judged : open).flatMap(({ seq, lines }) => [seq, ...lines].map((line) => `audit line ${line}`)),
      met: judged.length - open.length,
    });
  };
}

interface Judged {
  /** Why it counts as no recovery; absent where it is one. */
  readonly problem?: string;
  readonly lines: readonly number[];
}

function judge(
  failed: AuditEntry,
  later: readonly AuditEntry[],
  { same, spread }: { same: readonly string[]; spread: readonly string[] },
): Judged {
  const again = later.filter((entry) => entry.tool === failed.tool && same.every((name) => isEqual(name, failed, entry)));
  const done = again.filter((entry) => entry.outcome === 'ok');
  const lines = done.slice(0, 1).map(({ seq }) => seq);
  if (done.length === 0)
    return { problem: again.length === 0 ? 'not tried again' : `tried again, times: ${again.length}, never done`, lines };
  const missing = spread.filter((name) => !done.some((entry) => isEqual(name, failed, entry)));
  if (missing.length > 0) return { problem: `done again with other ${missing.join(', ')}`, lines };
  const alike = aRow(failed, later);
  if (alike > MOST_ALIKE) return { problem: `repeated blindly, times in a row: ${alike}`, lines };
  const twice = done.filter((entry) => isAlike(failed, entry) && entry.changes.length > 0);
  if (twice.length > 1) return { problem: `done more than once, times: ${twice.length}`, lines: twice.map(({ seq }) => seq) };
  return { lines };
}

/** How many calls exactly like the failed one follow it without another between them; those that failed again were right to be repeated. */
function aRow(failed: AuditEntry, later: readonly AuditEntry[]): number {
  const end = later.findIndex((entry) => !isAlike(failed, entry));
  return (end < 0 ? later : later.slice(0, end)).filter((entry) => entry.outcome !== 'fault').length;
}

function isAlike(one: AuditEntry, other: AuditEntry): boolean {
  return one.tool === other.tool && canonicalJson(one.args) === canonicalJson(other.args);
}

/** What the failed call did not have is free. */
function isEqual(name: string, failed: AuditEntry, entry: AuditEntry): boolean {
  const value = own(failed.args, name);
  return value === undefined || canonicalJson(unordered(value)) === canonicalJson(unordered(own(entry.args, name) ?? null));
}

/** Addressees and tags are the same in another order. */
function unordered(value: Json): Json {
  return Array.isArray(value) ? value.map((item: Json) => canonicalJson(item)).sort() : value;
}
