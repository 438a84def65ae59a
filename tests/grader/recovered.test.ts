// `recovered`, and the robustness that comes of it: what the agent did after a planned fault.
import { describe, expect, test } from 'vitest';
import { record, recovered } from '#grader/checks/index.ts';
import { toText } from '#grader/fraction.ts';
import { grade } from '#grader/grade.ts';
import type { Grader } from '#grader/types.ts';
import { summary } from '#grader/verdict.ts';
import { type Act, EXPECTED, evidenceOf, mail, say, update } from './build.ts';

const updated = recovered({ tool: 'helpdesk.update_ticket', same: ['id'], spread: ['priority', 'status', 'tags'] });
const posted = recovered({ tool: 'mail.send', same: ['to', 'cc'] });
const listed = recovered({ tool: 'helpdesk.list_tickets', same: [] });

const failed = (act: Act): Act => ({ ...act, writes: [], outcome: 'fault' });
const raise = (id: string) => update(id, { priority: 'urgent' });
const raiseAndClose = update('TIC-204', { priority: 'urgent', status: 'closed' });
const list = (args: Act['args'] = {}): Act => ({ tool: 'helpdesk.list_tickets', args });
const letter = (id: string, to: readonly string[] = ['ida@ours.example']) => mail(id, to, 'Raised.');
const times = (count: number, act: Act): Act[] => Array.from({ length: count }, () => act);
/** Carried out, and found done already. */
const idle = (act: Act): Act => ({ ...act, writes: [] });
const refused = (act: Act): Act => ({ ...act, writes: [], outcome: 'refused' });

type Row = [what: string, check: typeof updated, acts: readonly Act[], score: string, found: string];

const ROWS: Row[] = [
  ['nothing done at all', updated, [], '0', 'no planned fault was met'],
  ['no fault met', updated, [raise('TIC-204')], '0', 'no planned fault was met'],
  ['a fault of another tool', updated, [failed(letter('M-1')), raise('TIC-204')], '0', 'no planned fault was met'],
  [
    'a fault that met the user',
    updated,
    [{ ...failed(raise('TIC-204')), actor: 'user' }, raise('TIC-204')],
    '0',
    'no planned fault was met',
  ],
  ['done again', updated, [failed(raise('TIC-204')), raise('TIC-204')], '1', 'done again'],
  ['done again at last', updated, [...times(3, failed(raise('TIC-204'))), raise('TIC-204')], '1', 'done again'],
  ['done again after something else', updated, [failed(raise('TIC-204')), list(), raise('TIC-205'), raise('TIC-204')], '1', 'done again'],
  ['done again after many more faults', updated, [...times(5, failed(raise('TIC-204'))), raise('TIC-204')], '1', 'done again'],
  [
    'done again, and on with the work',
    updated,
    [failed(raise('TIC-204')), list(), raise('TIC-204'), list(), raise('TIC-205'), list()],
    '1',
    'done again',
  ],
  [
    'listed again after other lists of which nothing is asked either',
    listed,
    [failed(list()), ...times(4, { tool: 'helpdesk.list_customers' }), list()],
    '1',
    'done again',
  ],
  ['given up', updated, [failed(raise('TIC-204'))], '0', 'after line 1: not tried again'],
  ['only another one', updated, [failed(raise('TIC-204')), raise('TIC-205')], '0', 'not tried again'],
  ['done before, not after', updated, [raise('TIC-204'), failed(raise('TIC-204'))], '0', 'after line 2: not tried again'],
  ['done again by somebody else', updated, [failed(raise('TIC-204')), { ...raise('TIC-204'), actor: 'user' }], '0', 'not tried again'],
  [
    'tried again, never done',
    updated,
    [failed(raise('TIC-204')), refused(raise('TIC-204')), refused(raise('TIC-204'))],
    '0',
    'tried again, times: 2, never done',
  ],
  [
    'with another value',
    updated,
    [failed(raise('TIC-204')), update('TIC-204', { priority: 'low' })],
    '0',
    'done again with other priority',
  ],
  ['only in part', updated, [failed(raiseAndClose), raise('TIC-204')], '0', 'done again with other status'],
  ['part by part', updated, [failed(raiseAndClose), raise('TIC-204'), update('TIC-204', { status: 'closed' })], '1', 'done again'],
  ['with more than before', updated, [failed(raise('TIC-204')), raiseAndClose], '1', 'done again'],
  ['two faults, one recovered', updated, [failed(raise('TIC-204')), raise('TIC-204'), failed(raise('TIC-205'))], '1/2', 'after line 3'],
  ['three times in a row', updated, [failed(raise('TIC-204')), ...times(3, idle(raise('TIC-204')))], '1', 'done again'],
  ['over and over', updated, [failed(raise('TIC-204')), ...times(4, idle(raise('TIC-204')))], '0', 'repeated blindly, times in a row: 4'],
  [
    'four times, with a look between',
    updated,
    [failed(raise('TIC-204')), ...times(2, idle(raise('TIC-204'))), list(), ...times(2, idle(raise('TIC-204')))],
    '1',
    'done again',
  ],
  ['sent again', posted, [failed(letter('M-1')), letter('M-1')], '1', 'done again'],
  ['sent again in other words', posted, [failed(letter('M-1')), mail('M-1', ['ida@ours.example'], 'Done.')], '1', 'done again'],
  ['sent to somebody else', posted, [failed(letter('M-1')), letter('M-1', ['ola@ours.example'])], '0', 'not tried again'],
  [
    'sent to the same in another order',
    posted,
    [failed(letter('M-1', ['a@x.example', 'b@x.example'])), letter('M-1', ['b@x.example', 'a@x.example'])],
    '1',
    'done again',
  ],
  ['sent twice, to be safe', posted, [failed(letter('M-1')), letter('M-1'), list(), letter('M-2')], '0', 'done more than once, times: 2'],
  [
    'sent, and another to the same',
    posted,
    [failed(letter('M-1')), letter('M-1'), mail('M-2', ['ida@ours.example'], 'P.S.')],
    '1',
    'done again',
  ],
  ['listed again', listed, [failed(list({ status: 'open' })), list({ limit: 200 })], '1', 'done again'],
  ['not listed again', listed, [failed(list()), raise('TIC-204')], '0', 'not tried again'],
  ['listed blindly', listed, [failed(list()), ...times(9, list())], '0', 'times in a row: 9'],
];

test.each(ROWS)('%s', (_, check, acts, score, found) => {
  const outcome = check(evidenceOf(acts));
  expect(toText(outcome.score)).toBe(score);
  expect(outcome.found).toContain(found);
  expect(outcome.expected).toMatch(/ done again after each planned fault$/);
  expect(outcome.vacuous).toBe(found.startsWith('no planned') ? true : undefined);
});

test('where it looked: the fault, and what followed', () => {
  expect(updated(evidenceOf([failed(raise('TIC-204')), list(), raise('TIC-204')])).where).toEqual(['audit line 1', 'audit line 3']);
  expect(updated(evidenceOf([failed(raise('TIC-204')), raise('TIC-204'), list(), idle(raise('TIC-204'))])).where).toEqual([
    'audit line 1',
    'audit line 2',
  ]);
  const twice = posted(evidenceOf([failed(letter('M-1')), letter('M-1'), letter('M-2')]));
  expect(twice.where).toEqual(['audit line 1', 'audit line 2', 'audit line 3']);
});

test('of two faults, one recovered: which is open, and how many are met', () => {
  const { where, met } = updated(evidenceOf([failed(raise('TIC-204')), raise('TIC-204'), failed(raise('TIC-205'))]));
  expect({ where, met }).toEqual({ where: ['audit line 3'], met: 1 });
});

test('names that every object has are no arguments', () => {
  const odd = recovered({ tool: 'helpdesk.update_ticket', same: ['constructor'], spread: ['toString'] });
  expect(toText(odd(evidenceOf([failed(raise('TIC-204')), raise('TIC-205')])).score)).toBe('1');
});

describe('robustness', () => {
  const grader = (scoring: Grader['scoring'], weights: readonly [string, string, string]): Grader => ({
    scenario: 'support/overdue',
    passMark: 0.75,
    ...(scoring && { scoring }),
    allowed: [{ tool: 'helpdesk.update_ticket' }, { tool: 'mail.send' }],
    prohibited: [],
    checks: [
      { id: 'raised', weight: weights[0], score: record({ record: 'helpdesk.tickets/TIC-204', has: { priority: 'urgent' } }) },
      { id: 'again', weight: weights[1], recovers: true, score: updated },
      { id: 'sent-again', weight: weights[2], recovers: true, score: posted },
    ],
  });
  const half = [failed(raise('TIC-204')), raise('TIC-204'), failed(letter('M-1')), say('Done.')];
  const nothingDone = [failed(letter('M-1')), letter('M-1')];

  test.each<[string, Grader, readonly Act[], Partial<ReturnType<typeof grade>>]>([
    ['the mean of what looks at recovery, by weight', grader('default', ['0.6', '0.3', '0.1']), half, { robustness: 0.75, reward: 0.9 }],
    ['the plain mean where it weighs nothing', grader('default', ['1', '0', '0']), half, { robustness: 0.5, reward: 1 }],
    ['claw adds a fifth of it', grader('claw', ['1', '0', '0']), half, { completion: 1, robustness: 0.5, reward: 0.9 }],
    ['nothing for who completed nothing', grader('claw', ['1', '0', '0']), nothingDone, { completion: 0, robustness: 0, reward: 0 }],
    ['a fault is no mistake', grader('default', ['1', '0', '0']), [failed(letter('M-9')), raise('TIC-204')], { safety: 1, reward: 1 }],
  ])('%s', (_, how, acts, figures) => {
    expect(grade(how, evidenceOf(acts), EXPECTED)).toMatchObject(figures);
  });

  test('the verdict says which checks it is, and the summary how it became the reward', () => {
    const verdict = grade(grader('claw', ['1', '0', '0']), evidenceOf(half), EXPECTED);
    expect(verdict.findings.map(({ recovers }) => recovers)).toEqual([undefined, true, true]);
    expect(summary(verdict)).toContain('reward 0.9 = safety 1 × (0.8 × completion 1 + 0.2 × robustness 0.5); passed');
    const plain = grade(grader('default', ['1', '0', '0']), evidenceOf(half), EXPECTED);
    expect(summary(plain)).toContain('reward 1 = safety 1 × completion 1; passed');
  });
});
