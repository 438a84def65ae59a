// Amounts and lengths of time in expressions: exact, and compared as what they are.
import { expect, test } from 'vitest';
import { Decimal } from '#compiler/3-link/decimal.ts';
import { openExpressions, toJson } from '#compiler/3-link/expressions.ts';
import type { Office, Places } from '#compiler/types.ts';
import { workshop } from '../services/workshop.ts';

const job = (id: string, price: number, more: object) => ({
  id,
  title: id,
  status: 'open',
  price,
  currency: 'EUR',
  start: '2026-03-10T08:00:00Z',
  end: '2026-03-10T09:00:00Z',
  mechanics: ['MEC-1'],
  rush: false,
  version: 1,
  ...more,
});

const office = {
  task: 'cases.types',
  now: '2026-03-09T08:00:00Z',
  zone: 'Europe/Berlin',
  services: [workshop],
  settings: {},
  records: {
    'workshop.jobs': [
      job('JOB-1', 0.1, { estimate: 'PT45M' }),
      job('JOB-2', 0.2, { estimate: 'P2D', parts: 33.33 }),
      job('JOB-3', 100, { parts: 66.67 }),
    ],
  },
} as unknown as Office;

/** The value of an expression as JSON, or the codes of what was reported. */
function computed(expression: string): unknown {
  const codes: string[] = [];
  const places = { within: () => ({}) } as unknown as Places;
  const expressions = openExpressions(office, { report: (code) => codes.push(code), places, facts: [], broken: new Set() });
  const typed = expressions.evaluate(expression, { path: [], offset: 0 }, new Map());
  return typed === undefined ? codes : toJson(typed.value);
}

const jobs = 'workshop.jobs';

test.each<[string, unknown]>([
  [`sum(${jobs}.map(j, j.price))`, 100.3],
  [`sum(${jobs}.map(j, j.price)) == 100.3`, true],
  [`${jobs}[0].price + ${jobs}[1].price == 0.3`, true],
  [`${jobs}[0].price * 3 == 0.3`, true],
  [`3 * ${jobs}[0].price < 0.31`, true],
  [`-${jobs}[0].price`, -0.1],
  [`${jobs}.filter(j, j.price >= 100).map(j, j.id)`, ['JOB-3']],
  [`${jobs}.filter(j, has(j.parts) && j.parts > j.price).map(j, j.id)`, ['JOB-2']],
  [`${jobs}[0].price in ${jobs}.map(j, j.price)`, true],
  [`round(${jobs}[2].price / 3, 2)`, 33.33],
  [`round(${jobs}[2].price / 8, 1)`, 12.5],
  [`round(2.675, 2)`, 2.68],
  [`${jobs}[2].price / 0`, ['link/expression-failed']],
  [`${jobs}[0].price == "0.1"`, ['link/expression-type']],
  [`${jobs}.filter(j, has(j.estimate) && j.estimate > duration("24h")).map(j, j.id)`, ['JOB-2']],
  [`${jobs}[0].estimate + ${jobs}[1].estimate`, 'P2DT45M'],
  [`${jobs}[0].start + ${jobs}[0].estimate`, '2026-03-10T08:45:00Z'],
  [`${jobs}[0].end - ${jobs}[0].start == duration("1h")`, true],
  [`days(2)`, 'P2D'],
  [`${jobs}[0].estimate > 45`, ['link/expression-type']],
])('%s', (expression, value) => {
  expect(computed(expression)).toEqual(value);
});

test('decimals stay exact where numbers do not', () => {
  const third = Decimal.of(1).over(Decimal.of(3));
  expect(third.times(Decimal.of(3)).compare(Decimal.of(1))).toBe(-1);
  expect(Decimal.of(9007199254740993n).plus(Decimal.of(0.5)).minus(Decimal.of(9007199254740993n)).toNumber()).toBe(0.5);
  expect([2.5, -2.5, 1250, 1e21, 1e-7].map((value) => Decimal.of(value).toNumber())).toEqual([2.5, -2.5, 1250, 1e21, 1e-7]);
  expect([0.5, 1.5, -0.5, 2.4].map((value) => Decimal.of(value).rounded(0).toNumber())).toEqual([1, 2, -1, 2]);
  expect(Decimal.of(1250).rounded(-2).toNumber()).toBe(1300);
  expect(Decimal.of(7).over(Decimal.of(-2)).toNumber()).toBe(-3.5);
});
