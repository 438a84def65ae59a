// Numbers named in a text: the right one in every writing, and what is near it and another.
import { expect, test } from 'vitest';
import { describe, matches } from '#grader/matchers.ts';
import { amountsIn } from '#grader/numbers.ts';
import { whyUntold } from '#grader/tells.ts';

const refund = { number: 100, unit: 'EUR' };

test.each([
  'We refund 100 EUR.',
  'A refund of 100,00 EUR is on its way.',
  'refund: EUR 100.00',
  'We refund €100 within 5 days.',
  'You get 100 € back (order 4711, 12 March 2026).',
  'In 2026 100 EUR',
  '100 euros, as agreed; that is 20 % of the price',
  'Refund: 100.00EUR',
  '| Refund | 100 EUR |',
  'We refund 100 EUR, not 120 EUR.',
  'EUR 100 (100 EUR)',
  'Refund (EUR): 100.00',
  'Refund in EUR: 100',
  'Refund in euros = 100',
  'Refund (€): 100',
  '<p>Refund: <b>100</b> EUR</p>',
  'Refund: 100&nbsp;EUR',
  'Refund: **100.00** EUR',
  'Refund: EUR **100.00**',
  'Refund: __100__ EUR',
  'Refund: `100.00` EUR',
  'Refund: 100,- EUR',
  'Refund: 100,— €',
  '| Item | Amount (EUR) |\n|---|---|\n| Refund | 100.00 |',
  'Here it is:\n| Refund in € | For |\n| ---: | --- |\n| 100,00 | INV-5001, 2 pieces |\n\nIt took 2 days.',
  'We refund 100 EUR rather than the 120 EUR you asked for.',
])('100 EUR: %s', (text) => {
  expect(whyUntold(refund, text)).toBeUndefined();
  expect(matches({ tells: refund }, text)).toBe(true);
});

test.each<[text: string, why: RegExp]>([
  ['We refund 10 000 EUR.', /10 000/],
  ['We refund 1,100 EUR.', /1,100/],
  ['We refund 100.50 EUR.', /100.50/],
  ['We refund 100 USD.', /no number of EUR/],
  ['We refund 100.', /no number of EUR/],
  ['We refund 100 %.', /no number of EUR/],
  ['We refund 100 EUR or 120 EUR.', /120/],
  ['We refund 100 or 120 EUR.', /120/],
  ['We refund 80-100 EUR.', /no number of EUR/],
  ['We refund about 100 EUR.', /about 100/],
  ['We refund ~100 EUR.', /100/],
  ['We refund up to 100 EUR.', /100/],
  ['We refund max. 100 EUR.', /100/],
  ['Refunds from 100 EUR.', /100/],
  ['100 EUR ± 10 %', /± 10/],
  ['We refund 100 EUR or 120.', /120/],
  ['See the file. <!-- 100 EUR -->', /no number of EUR/],
  ['Refund (USD): 100', /no number of EUR/],
  ['Refund (EUR): 100 or 120', /120/],
  ['We refund 100 EUR or more.', /100/],
  ['We refund 100 EUR?', /100/],
  ['We refund 100 million EUR.', /no number of EUR|100/],
  ['We refund 100k EUR.', /no number of EUR|100/],
  ['We refund -100 EUR.', /100/],
  ['Order EUR-100', /EUR-100/],
  ['None of these: We refund 100 EUR.', /no number/],
  ['None of these:\n- a refund of 100 EUR', /no number/],
  ['It is not true that we refund 100 EUR.', /no number/],
  ['We refund 100 EUR.\n\nSorry, that was wrong. Please disregard the above.', /no number/],
  ['We refund 120 EUR, not 100 EUR.', /120/],
  ['We refund 100 EUR at most.', /100/],
  ['We refund a maximum of 100 EUR.', /100/],
  ['We refund half of 100 EUR.', /100/],
  ['minus 100 EUR', /100/],
  ['| Item | Amount (EUR) |\n|---|---|\n| Refund | 100 |\n| Fee | 20 |', /20/],
  ['| Item | Pieces | Amount (USD) |\n|---|---|---|\n| Refund | 2 | 100 |', /no number/],
  ['2*50 EUR = 100', /50|no number/],
  ['', /no number/],
])('not 100 EUR: %s', (text, why) => {
  expect(matches({ tells: refund }, text)).toBe(false);
  expect(whyUntold(refund, text)).toMatch(why);
});

test.each<[asked: Parameters<typeof whyUntold>[0], text: string, holds: boolean]>([
  [{ number: 100, unit: 'EUR', within: 0.5 }, 'We refund 99.90 EUR.', true],
  [{ number: 100, unit: 'EUR', within: 0.5 }, 'We refund 99.40 EUR.', false],
  [{ number: 100, unit: 'EUR', beside: [120] }, 'Of the 120 EUR we refund 100 EUR.', true],
  [{ number: 100, unit: 'EUR', beside: [120] }, 'We refund 120 EUR.', false],
  [{ number: 1234.5, unit: 'EUR' }, 'In all 1.234,50 €', true],
  [{ number: 1234, unit: 'EUR' }, 'In all 1,234 EUR', true],
  [{ number: 12.5, unit: '%' }, 'It grew by 12,5 percent.', true],
  [{ number: 12.5, unit: '%' }, 'It grew by 12.5%.', true],
  [{ number: 12.5, unit: '%' }, 'It grew by 12.5.', false],
  [{ number: 3, unit: 'h' }, 'It took 3 hours on 2 days.', true],
  [{ number: 3, unit: 'tickets' }, 'There are 3 tickets of 2 customers.', true],
  [{ number: 240, unit: 'calls a minute' }, 'It takes 240 calls a minute.', true],
  [{ number: 240, unit: 'calls a minute' }, 'It takes 240 calls per minute, no more.', true],
  [{ number: 240, unit: 'calls a minute' }, 'Limit: 240 calls/min', true],
  [{ number: 240, unit: 'calls/min' }, 'It takes 240 calls every minute, that is 4 calls a second.', true],
  [{ number: 240, unit: 'calls a minute' }, 'It takes 300 calls a minute.', false],
  [{ number: 240, unit: 'calls a minute' }, 'It takes 240 or 300 calls a minute.', false],
  [{ number: 240, unit: 'calls a minute' }, 'It takes 240 calls.', false],
  [{ number: 240, unit: 'calls a minute' }, 'It takes 240 calls a second.', false],
  [{ number: 240, unit: 'calls a minute' }, '240', false],
  [{ number: 240, unit: 'calls' }, 'It takes 240 calls a minute.', true],
  [{ number: 5, unit: 'business days' }, 'It takes 5 business days.', true],
  [{ number: 5, unit: 'business days' }, 'It takes 5 days, or 7 business days.', false],
  [{ number: 3 }, 'There are 3.', true],
  [{ number: 3 }, 'There are 3 of 10.', false],
  [{ number: 3, beside: [10] }, 'There are 3 of 10.', true],
  [{ number: 3 }, 'There are 3, see TIC-12 of 2026-03-31, 13:15.', true],
  [{ number: 3 }, 'There are 3 or 4.', false],
  [{ number: 0.1 + 0.2, unit: 'EUR' }, '0.3 EUR', true],
  [{ number: -5, unit: 'EUR' }, 'a difference of -5 EUR', true],
  [{ number: 5, unit: 'EUR' }, 'a difference of −5 EUR', false],
])('%j in "%s": %s', (asked, text, holds) => {
  expect(matches({ tells: asked }, text), whyUntold(asked, text)).toBe(holds);
});

test('in words', () => {
  expect(describe({ tells: { number: 100, unit: 'EUR', within: 0.5, beside: [120] } })).toBe(
    'a text that names 100 EUR within 0.5 and no other number of EUR but 120',
  );
  expect(describe({ tells: { number: 3 } })).toBe('a text that names 3 and no other number');
});

test('an amount with its unit', () => {
  expect(amountsIn('12 or 13 EUR').map(({ values, unit }) => [values, unit])).toEqual([
    [[12], 'eur'],
    [[13], 'eur'],
  ]);
});

test('a text of nothing but numbers is read in no time', () => {
  for (const part of ['1 ', '1,', '100 EUR ', '€', 'about ', '1-'])
    expect(matches({ tells: refund }, part.repeat(20_000))).toBe(part === '100 EUR ');
});
