// Facts: expression in, value out.
import { expect, test } from 'vitest';
import { compile, type Kit, loadKit } from '#compiler/index.ts';

const kit: Kit = await loadKit();

async function factOf(expression: string): Promise<unknown> {
  const text = `slipway: 1
id: cases/facts
title: Facts
now: 2026-03-09T00:30:00+01:00
zone: Europe/Berlin
request: Say which customers are old.
services:
  crm:
    customers:
      - { id: CUS-1, name: Arven GmbH, since: 2019-05-02, email: It@Arven.EXAMPLE }
      - { id: CUS-2, name: Bluff & Co, since: 2026-03-09 }
    payments:
      - { id: PAY-1, customer: CUS-1, date: 2026-03-01, direction: incoming, amount: 0.1 }
      - { id: PAY-2, customer: CUS-1, date: 2026-03-08, direction: incoming, amount: 0.2 }
facts:
  value: >
    ${expression}
prohibited: [{ id: all, writes: others }]
checks:
  - { id: listed, weight: 1, reply: { names: CUS-1, out_of: "\${crm.customers}" } }
solution:
  - crm.list_customers: {}
  - reply: CUS-1
`;
  const { plan, diagnostics } = await compile({ file: 's.yaml', bytes: new TextEncoder().encode(text), assets: new Map() }, kit, {
    org: 'cases',
  });
  return plan ? plan.facts[0]?.value : diagnostics.map(({ code }) => code);
}

test.each<[string, unknown]>([
  ['sum(crm.payments.map(p, p.amount))', 0.3],
  ['sum([1, 2, 3])', 6],
  ['1 + 0.5', 1.5],
  ['date(now)', '2026-03-09'],
  ['date(now - days(1))', '2026-03-08'],
  ['crm.customers.filter(c, c.since < date(now))', ['CUS-1']],
  ['crm.customers.filter(c, c.since == "2026-03-09")', ['CUS-2']],
  ['crm.customers.filter(c, c.since < "2019")', ['link/expression-date']],
  ['crm.customers.filter(c, c.since < now)', ['link/expression-type']],
  ['domain(crm.customers[0].email)', 'arven.example'],
  ['cell(["a=1", "amount=12.5", "note=a=b"], "amount")', '12.5'],
  ['double(cell(["amount=12.5"], "amount")) * 2', 25],
  ['double(cell(["amount=8.95"], "amount")) * -24', -214.8],
  ['3 * double("33.33") + 24 * 8.95', 314.79],
  ['int("0" + cell(["n="], "n")) + int("0" + cell(["n=013"], "n"))', 13],
  // Of a text that holds no number nothing is made, whatever the library makes of it.
  ['int("")', ['link/expression-failed']],
  ['int(cell(["n="], "n")) + 1', ['link/expression-failed']],
  ['int(" ")', ['link/expression-failed']],
  ['int(" 12 ")', ['link/expression-failed']],
  ['int("0b11")', ['link/expression-failed']],
  ['int("1.5")', ['link/expression-failed']],
  ['int("99999999999999999999")', ['link/expression-failed']],
  ['uint("")', ['link/expression-failed']],
  ['double("")', ['link/expression-failed']],
  ['double(" ")', ['link/expression-failed']],
  ['double("0x10")', ['link/expression-failed']],
  ['double("NaN")', ['link/expression-failed']],
  ['double("Infinity")', ['link/expression-failed']],
  ['double("1,5")', ['link/expression-failed']],
  ['["3", ""].map(n, int(n))', ['link/expression-failed']],
  ['["3", ""].map(n, {"n": [int(n)]})', ['link/expression-failed']],
  ['["3", ""].map(n, n == "" ? 0 : int(n))', [3, 0]],
  ['["3", ""].filter(n, n != "").map(n, int(n))', [3]],
  ['["3", ""].exists(n, n != "" && int(n) > 2)', true],
  ['int(dyn("4"))', 4],
  ['int(dyn(""))', ['link/expression-failed']],
  ['int("-013") + int("+1") + int(2.9) + int(3)', -7],
  ['int(double("1e3") + double(uint("4")))', 1004],
  ['double("-0.50") + double(".5") + double("2.") + double(3) + double(uint(1))', 6],
  ['int(["1"])', ['link/expression-type']],
  ['int()', ['link/expression-type']],
  ['int("1", "2")', ['link/expression-type']],
  ['cell(["note=a=b"], "note") + cell(["note=a=b"], "n")', 'a=b'],
  ['crm.customers.filter(c, has(c.email)).map(c, c.name)', ['Arven GmbH']],
  ['crm.payments.map(p, p.customer.name)', ['Arven GmbH', 'Arven GmbH']],
  ['crm.customers[1].email', ['link/expression-failed']],
  ['crm.payments.filter(p, p.customer == crm.customers[0]).size()', 2],
  [
    'crm.payments.map(p, {"id": p.id, "days": string(2)})',
    [
      { id: 'PAY-1', days: '2' },
      { id: 'PAY-2', days: '2' },
    ],
  ],
  [`${'!'.repeat(20_000)}true`, ['link/expression-syntax']],
])('%s', async (expression, value) => {
  expect(await factOf(expression)).toEqual(value);
});
