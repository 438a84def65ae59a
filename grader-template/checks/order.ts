// `order`: some calls came before others. Only the stated pairs count; whatever else was done in between does not matter.
import { agentEntries } from '../evidence/look.ts';
import type { AuditEntry } from '../evidence/types.ts';
import { ratio } from '../fraction.ts';
import type { Check } from '../types.ts';
import { argumentsOf, type Expectations, inWords, misses } from './fields.ts';
import { listed, outcome } from './outcome.ts';

export interface CallPattern {
  /** `mail.get_message` */
  readonly tool: string;
  /** Only calls whose arguments match all of these. */
  readonly with?: Expectations;
}

export interface OrderParams {
  readonly pairs: readonly { readonly before: CallPattern; readonly after: CallPattern }[];
}

/**
 * The share of pairs that hold. A pair holds when both calls were carried out, the first such `before` came ahead of every such
 * `after` that changed anything, and ahead of at least one `after`. So looking again later, or having looked at the second thing
 * early on as well, does no harm; writing first and looking afterwards does.
 */
export function order({ pairs }: OrderParams): Check {
  const expected = pairs.map(({ before, after }) => `${words(before)} before ${words(after)}`).join('; ');
  return ({ entries }) => {
    if (pairs.length === 0) return outcome({ score: false, expected: 'at least one pair', found: 'no pairs', vacuous: true });
    const done = agentEntries(entries).filter(({ outcome: how }) => how === 'ok');
    const results = pairs.map(({ before, after }) => judgePair(callsLike(before, done), callsLike(after, done), { before, after }));
    const wrong = results.filter(({ problem }) => problem !== undefined);
    return outcome({
      score: ratio(results.length - wrong.length, results.length),
      expected,
      found: wrong.length === 0 ? 'in order' : listed(wrong.map(({ problem }) => problem ?? '')),
      where: (wrong.length === 0 ? results : wrong).flatMap(({ lines }) => lines.map((seq) => `audit line ${seq}`)),
      met: results.length - wrong.length,
      vacuous: results.some(({ lines }) => lines.length < 2),
    });
  };
}

type Pair = OrderParams['pairs'][number];

function judgePair(first: readonly AuditEntry[], second: readonly AuditEntry[], { before, after }: Pair) {
  const start = first[0]?.seq;
  const last = second.at(-1)?.seq;
  const lines = [start, last].filter((seq) => seq !== undefined);
  if (start === undefined) return { problem: `no ${words(before)}`, lines };
  if (last === undefined) return { problem: `no ${words(after)}`, lines };
  const early = second.find(({ seq, changes }) => seq < start && changes.length > 0);
  const problem = early === undefined && last > start ? undefined : `${words(after)} came first`;
  return { problem, lines: early === undefined ? lines : [early.seq, start] };
}

function callsLike({ tool, with: expectations = {} }: CallPattern, calls: readonly AuditEntry[]): readonly AuditEntry[] {
  return calls.filter((entry) => entry.tool === tool && misses(expectations, argumentsOf(entry)).length === 0);
}

function words({ tool, with: expectations = {} }: CallPattern): string {
  return Object.keys(expectations).length === 0 ? tool : `${tool} with ${inWords(expectations)}`;
}
