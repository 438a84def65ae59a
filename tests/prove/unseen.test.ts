// What the solution has to have been shown: summaries tell of what they add up, group by and filter by; and each field is said once.
import { beforeAll, expect, test } from 'vitest';
import { compile, type Kit, loadKit } from '#compiler/index.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const scenario = (condition: string, summary: string) => `slipway: 1
id: cases/summary
title: What came
now: 2026-03-09T09:00:00Z
request: What has come in from our customers by now, in completed payments? Please put the sum into the form.
answer:
  total: { type: number, unit: EUR, about: The sum. }
services:
  crm:
    customers:
      - { id: CUS-1, name: Arven GmbH }
    payments:
      - { id: PAY-1, customer: CUS-1, amount: 120.50, currency: EUR, date: 2026-03-01, direction: incoming, status: completed, account: A1, reference: R1 }
      - { id: PAY-2, customer: CUS-1, amount: 80, currency: EUR, date: 2026-03-02, direction: incoming, status: completed, account: A1, reference: R2 }
      - { id: PAY-3, customer: CUS-1, amount: 70, currency: EUR, date: 2026-03-03, direction: outgoing, status: completed, account: A1, reference: R3 }
      - { id: PAY-4, customer: CUS-1, amount: 60, currency: EUR, date: 2026-02-04, direction: incoming, status: scheduled, account: A1, reference: R4 }
facts:
  came: crm.payments.filter(p, ${condition})
allowed: []
prohibited:
  - { id: nothing-else, writes: others }
checks:
  - { id: total, weight: 1, answer: total, is: "\${sum(came.map(p, p.amount))}" }
solution:
  - crm.summarize_payments: ${summary}
  - reply: { total: "\${sum(came.map(p, p.amount))}" }
`;

async function unseen(condition: string, summary: string): Promise<readonly string[]> {
  const source = { file: 'scenario.yaml', bytes: new TextEncoder().encode(scenario(condition, summary)), assets: new Map() };
  const { diagnostics, proof } = await compile(source, kit, { org: 'cases' });
  expect(proof, diagnostics.map(({ message }) => message).join('\n')).toBeDefined();
  return diagnostics.filter(({ code }) => code === 'prove/unseen-field').map(({ message }) => message.replace(/, on which.*/, ''));
}

const INCOMING = 'p.direction == "incoming"';
const COMPLETED = 'p.status == "completed"';

test.each([
  ['filters', `${INCOMING} && ${COMPLETED}`, '{ direction: incoming, status: completed }', []],
  ['groups', `${INCOMING} && ${COMPLETED}`, '{ direction: incoming, group_by: status }', []],
  ['groups of dates', `${INCOMING} && p.date >= "2026-03-01"`, '{ direction: incoming, group_by: date_month }', []],
  [
    'a field that it tells nothing of',
    `${INCOMING} && ${COMPLETED}`,
    '{ direction: incoming }',
    ['The solution never sees status of crm.payments/PAY-1 (and 1 more)'],
  ],
  [
    'other records',
    `${INCOMING} && ${COMPLETED}`,
    '{ direction: outgoing, status: completed }',
    ['direction', 'status'].map((field) => `The solution never sees ${field} of crm.payments/PAY-1 (and 1 more)`),
  ],
])('a summary: %s', async (_, condition, summary, wanted) => {
  expect(await unseen(condition, summary)).toEqual(wanted);
});
