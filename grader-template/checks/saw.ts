// `saw`: a record was put before the agent's eyes, by whatever tool.
import { agentEntries, own } from '../evidence/look.ts';
import type { Check } from '../types.ts';
import { outcome } from './outcome.ts';

export interface SawParams {
  /** `helpdesk.tickets/TIC-204` */
  readonly record: string;
  /** Fields that have to have been shown, in one answer or over several; absent = the record in any form. */
  readonly fields?: readonly string[];
}

/** 1 if answers to the agent's calls showed the record, with all of the fields; else 0. */
export function saw({ record: path, fields = [] }: SawParams): Check {
  return ({ entries }) => {
    // What a planned fault left of an answer was shown all the same.
    const answered = agentEntries(entries).filter(({ outcome: how }) => how === 'ok' || how === 'fault');
    const showings = answered.filter((entry) => own(entry.shown.records, path) !== undefined);
    const shown = new Set(showings.flatMap((entry) => own(entry.shown.records, path) ?? []));
    const unseen = fields.filter((field) => !shown.has(field));
    const seen = showings.length > 0 && unseen.length === 0;
    const missing = showings.length === 0 ? 'never shown' : `shown without ${unseen.join(', ')}`;
    return outcome({
      score: seen,
      expected: `${path} looked at${fields.length === 0 ? '' : `, with ${fields.join(', ')}`}`,
      found: seen ? 'shown' : missing,
      where: showings.map((entry) => `audit line ${entry.seq}`),
    });
  };
}
