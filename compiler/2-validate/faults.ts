// Planned faults as written: which calls of which tool fail, and how.
import type { FaultKind } from '#workspace/types.ts';
import type { Path } from '../types.ts';
import { asList } from './formats.ts';
import type { Reporting } from './issues.ts';
import type { Scenario } from './scenario.ts';

/** A fault as the language has it; its tool is not looked up yet. */
export interface WrittenFault {
  readonly tool: string;
  readonly kind: FaultKind;
  readonly nth: readonly number[];
  readonly retryAfter?: number;
  readonly path: Path;
}

export interface FaultShape {
  readonly tool: string;
  readonly nth: string | readonly string[];
  readonly kind: FaultKind;
  readonly retry_after?: string | undefined;
}

/** More failures in a row look like an outage that lasts: to give up would be right. */
const MOST_IN_A_ROW = 3;
const HIGHEST_NTH = 999;
/** An agent that really waits must not run out of time. */
const LONGEST_WAIT = 60;

/** Reads the faults; one for a tool, so that what `nth` counts is plain. Reports what cannot be read and leaves it out. */
export function readFaults(faults: readonly FaultShape[], on: Reporting): Scenario['faults'] {
  return faults.flatMap((fault, i) => {
    const path = ['faults', i];
    const taken = faults.findIndex(({ tool }) => tool === fault.tool) < i;
    if (taken) bad(fault, [...path, 'tool'], 'the tool has one already, and fails in one way', on);
    return taken ? [] : (readFault(fault, path, on) ?? []);
  });
}

function readFault(fault: FaultShape, path: Path, on: Reporting): WrittenFault | undefined {
  const { tool, kind, retry_after: wait } = fault;
  const written = asList(fault.nth);
  const nth = written.map(Number).sort((a, b) => a - b);
  const at = [...path, 'nth'];
  const problem = problemOf(written, nth);
  if (problem !== undefined) bad(fault, at, problem, on);
  const retryAfter = wait === undefined ? undefined : Number(wait);
  const waits = retryAfter === undefined || (/^\d{1,3}$/.test(wait ?? '') && retryAfter >= 1 && retryAfter <= LONGEST_WAIT);
  const key = [...path, 'retry_after'];
  if (!waits) bad(fault, key, `\`retry_after\` is not a whole number of seconds from 1 to ${LONGEST_WAIT}`, on);
  if (wait !== undefined && kind !== 'rate_limited')
    bad(fault, key, `\`retry_after\` goes with \`rate_limited\`, not with \`${kind}\``, on);
  if (problem !== undefined || !waits) return undefined;
  return { tool, kind, nth, path, ...(retryAfter !== undefined && { retryAfter }) };
}

/** What is wrong with the numbers of calls, given as they are written and in order. */
function problemOf(written: readonly string[], nth: readonly number[]): string | undefined {
  if (written.length === 0) return '`nth` is empty, so no call would fail';
  if (!written.every((one) => /^[1-9]\d*$/.test(one) && Number(one) <= HIGHEST_NTH))
    return `\`nth\` holds numbers of calls, from 1 to ${HIGHEST_NTH}`;
  if (new Set(nth).size < nth.length) return '`nth` holds a number twice';
  if (nth.some((one, i) => nth[i + MOST_IN_A_ROW] === one + MOST_IN_A_ROW))
    return `more than ${MOST_IN_A_ROW} calls in a row would fail, which looks like an outage that lasts`;
  return undefined;
}

function bad({ tool }: FaultShape, path: Path, problem: string, { report, places }: Reporting): void {
  report('validate/bad-fault', places.key(path), { tool, problem });
}
