// `called`: the agent used a tool, so many times, with such arguments.
import { agentEntries } from '../evidence/look.ts';
import type { Check } from '../types.ts';
import { argumentsOf, type Expectations, inWords, misses } from './fields.ts';
import { outcome } from './outcome.ts';

export interface CalledParams {
  /** `calendar.find_slots` */
  readonly tool: string;
  /** Only calls whose arguments match all of these count. */
  readonly with?: Expectations;
  /** `effect` (as when absent): calls that were carried out. `attempt`: refused and failed ones too. */
  readonly as?: 'effect' | 'attempt';
  /** Inclusive bounds; absent = at least once. A bound left out is no bound. */
  readonly times?: { readonly at_least?: number; readonly at_most?: number };
}

/** 1 if the number of such calls by the agent is within bounds, else 0. */
export function called({ tool, with: expectations = {}, as = 'effect', times = { at_least: 1 } }: CalledParams): Check {
  const { at_least: least = 0, at_most: most = Number.POSITIVE_INFINITY } = times;
  return ({ entries }) => {
    const calls = agentEntries(entries).filter(
      (entry) =>
        entry.tool === tool && (as === 'attempt' || entry.outcome === 'ok') && misses(expectations, argumentsOf(entry)).length === 0,
    );
    const bounds = [least > 0 ? `at least ${least}` : '', most < Number.POSITIVE_INFINITY ? `at most ${most}` : ''].filter(
      (part) => part !== '',
    );
    const condition = Object.keys(expectations).length === 0 ? '' : ` with ${inWords(expectations)}`;
    return outcome({
      score: calls.length >= least && calls.length <= most,
      expected: `${tool} ${as === 'attempt' ? 'tried' : 'carried out'}${condition}, times: ${bounds.join(', ') || 'any'}`,
      found: `times: ${calls.length}`,
      where: calls.map((entry) => `audit line ${entry.seq}`),
    });
  };
}
