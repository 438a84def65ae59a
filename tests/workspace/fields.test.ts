// Conversion of written values: what is taken, as what, and what is refused.
import { describe, expect, test } from 'vitest';
import { catalogue } from '#services/index.ts';
import type { Field } from '#services/types.ts';
import { convertField, convertRecord, type FieldContext } from '#workspace/fields.ts';
import { openZone } from '#workspace/times.ts';

const ids = ['CUS-11', 'CUS-12'];
const context: FieldContext = {
  zone: openZone('Europe/Berlin'),
  idsOf: (collection) =>
    collection === 'crm.customers'
      ? { noun: 'customer', finder: 'crm.list_customers', has: (id) => ids.includes(id), ids: () => ids }
      : undefined,
};

const kinds: { readonly [name: string]: Field } = {
  string: { type: 'string', about: '' },
  text: { type: 'text', about: '' },
  integer: { type: 'integer', about: '' },
  number: { type: 'number', about: '' },
  boolean: { type: 'boolean', about: '' },
  time: { type: 'time', about: '' },
  date: { type: 'date', about: '' },
  enum: { type: 'enum', about: '', values: ['low', 'normal', 'high', 'urgent'] },
  address: { type: 'address', about: '' },
  customer: { type: 'reference', to: 'crm.customers', about: '' },
  elsewhere: { type: 'reference', to: 'finance.accounts', about: '' },
  secret: { type: 'secret', about: '' },
  euros: { type: 'money', currency: 'EUR', about: '' },
  yen: { type: 'money', currency: 'JPY', about: '' },
  amount: { type: 'money', currency: 'code', about: '' },
  duration: { type: 'duration', about: '' },
  strings: { type: 'list', of: 'string', about: '' },
  addresses: { type: 'list', of: 'address', about: '' },
  customers: { type: 'list', of: 'reference', to: 'crm.customers', about: '' },
};

function convert(kind: string, value: unknown) {
  const field = kinds[kind];
  if (field === undefined) throw new Error(kind);
  return convertField(field, value, context);
}

const taken: readonly (readonly [kind: string, given: unknown, stored: unknown])[] = [
  ['string', 'a b', 'a b'],
  ['string', ' NBSP\u00a0and\r\nCRLF ', ' NBSP\u00a0and\r\nCRLF '],
  ['string', '', ''],
  ['string', 12, '12'],
  ['string', true, 'true'],
  ['string', 'Jose\u0301', 'Jose\u0301'],
  ['text', '🙂 $(touch /tmp/x) `y` "\u2028', '🙂 $(touch /tmp/x) `y` "\u2028'],
  ['integer', 25, 25],
  ['integer', 25.0, 25],
  ['integer', '25', 25],
  ['integer', '25.0', 25],
  ['integer', ' -7 ', -7],
  ['number', '1234.50', 1234.5],
  ['number', '0.1', 0.1],
  ['number', -0, 0],
  ['euros', 99.9, 99.9],
  ['euros', '-0.05', -0.05],
  ['euros', '12.50 EUR', 12.5],
  ['euros', 'EUR 12', 12],
  ['euros', '12,5 EUR', 12.5],
  ['euros', '-12,50', -12.5],
  ['euros', '12,50 €', 12.5],
  ['euros', '€12.5', 12.5],
  ['amount', '12,5', 12.5],
  ['yen', '500', 500],
  ['amount', 1.125, 1.125],
  ['secret', 'hush', 'hush'],
  ['duration', '45m', 'PT45M'],
  ['duration', '1h 30m', 'PT1H30M'],
  ['duration', '1h30m', 'PT1H30M'],
  ['duration', '2d', 'P2D'],
  ['duration', '12 days', 'P12D'],
  ['duration', 'P12D', 'P12D'],
  ['duration', '26 hours', 'P1DT2H'],
  ['duration', '1 week, 1 day', 'P8D'],
  ['duration', '1.5 hours', 'PT1H30M'],
  ['duration', 'PT90M', 'PT1H30M'],
  ['duration', 'P1W', 'P7D'],
  ['duration', ' p1dt1s ', 'P1DT1S'],
  ['duration', '0m', 'PT0S'],
  ['boolean', true, true],
  ['boolean', 'false', false],
  ['boolean', 'True', true],
  ['time', '2026-03-09T09:00:00+01:00', '2026-03-09T08:00:00Z'],
  ['time', '2026-03-09T08:00Z', '2026-03-09T08:00:00Z'],
  ['time', '2026-03-09T08:00:00.000Z', '2026-03-09T08:00:00Z'],
  ['time', '2026-03-09 09:00', '2026-03-09T08:00:00Z'],
  ['time', '2026-07-09T09:00:00', '2026-07-09T07:00:00Z'],
  ['time', '2026-03-09', '2026-03-08T23:00:00Z'],
  ['time', '2026-03-09T00:30:00+0530', '2026-03-08T19:00:00Z'],
  ['time', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
  ['date', '2026-03-09', '2026-03-09'],
  ['date', '2024-02-29', '2024-02-29'],
  ['enum', 'urgent', 'urgent'],
  ['address', 'Ida.Roth@OURS.Example', 'Ida.Roth@ours.example'],
  ['address', 'Ida Roth <ida@ours.example>', 'ida@ours.example'],
  ['address', '"Roth, Ida" <ida+x@ours.example>', 'ida+x@ours.example'],
  ['address', 'jürgen@bücher.example', 'jürgen@bücher.example'],
  ['customer', 'CUS-11', 'CUS-11'],
  ['elsewhere', 'whatever', 'whatever'],
  ['strings', ['a', 'b'], ['a', 'b']],
  ['strings', 'a, b', ['a, b']],
  ['strings', '["a","b"]', ['a', 'b']],
  ['strings', '[urgent]', ['[urgent]']],
  ['strings', 5, ['5']],
  ['strings', [], []],
  ['addresses', 'a@x.example, "B, C" <b@x.example>; c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['addresses', ['A <a@x.example>', 'a@x.example'], ['a@x.example', 'a@x.example']],
  ['customers', ['CUS-12', 'CUS-11'], ['CUS-12', 'CUS-11']],
];

const refused: readonly (readonly [kind: string, given: unknown, words: RegExp])[] = [
  ['string', 'a\0b', /NUL/],
  ['string', 'a\ud800b', /surrogate/],
  ['string', {}, /an object, not text/],
  ['string', Number('12345678901234567890'), /lost digits/],
  ['string', 'x'.repeat(4001), /4001 characters/],
  ['text', 'x'.repeat(200_001), /At most 200000/],
  ['integer', '25.5', /whole number/],
  ['integer', 1e300, /whole number/],
  ['integer', '1,234', /not a number/],
  ['number', '1e3', /not a number/],
  ['number', '0123', /not a number/],
  ['number', '', /not a number/],
  ['number', '1234567890.1234567', /not a number/],
  ['number', Number.NaN, /not a number/],
  ['number', null, /null, not a number/],
  ['euros', 12.345, /is 12\.345, which is finer than EUR goes \(2 decimals\) Round it, to 12\.35 say\./],
  ['euros', 0.1 + 0.2, /finer than EUR/],
  ['euros', '12.50 USD', /is "12\.50 USD", not in EUR/],
  ['euros', '1,234.50', /not an amount of money.*plain decimal/],
  ['euros', '1,234', /not an amount of money.*plain decimal/],
  ['euros', '12,5 £', /not in EUR/],
  ['euros', '$12.50', /not an amount of money/],
  ['euros', 1e13, /not an amount of money/],
  ['euros', 1e-9, /not an amount of money/],
  ['euros', true, /not an amount of money/],
  ['yen', 0.5, /finer than JPY goes \(0 decimals\)/],
  ['amount', '12 EUR', /more than the amount.*bare amount/],
  ['amount', 0.0001, /finer than a cent/],
  ['secret', { a: 1 }, /an object, not text/],
  ['duration', '90', /not a length of time.*45m/],
  ['duration', 90, /not a length of time/],
  ['duration', '1:30', /not a length of time/],
  ['duration', '30m 1h', /not a length of time/],
  ['duration', '1h 1h', /not a length of time/],
  ['duration', '-1h', /not a length of time/],
  ['duration', 'P1Y', /not a length of time/],
  ['duration', '1 month', /not a length of time/],
  ['duration', 'P', /not a length of time/],
  ['duration', 'PT', /not a length of time/],
  ['duration', '0.0001s', /not a length of time/],
  ['duration', '400000d', /not a length of time/],
  ['duration', '', /not a length of time/],
  ['boolean', 'yes', /true nor false/],
  ['boolean', 1, /true nor false/],
  ['time', '9 March', /not a time.*2026-03-09T09:00:00\+01:00/s],
  ['time', '2026-02-30T09:00', /does not exist/],
  ['time', '2026-03-09T25:00', /hour that does not exist/],
  ['time', '2026-03-29T02:30:00', /skipped by the clocks in Europe\/Berlin/],
  ['time', '2026-03-09T08:00:00.5Z', /not a time/],
  ['time', 1773043200, /a number, not a time/],
  ['date', '2026-02-29', /not a date/],
  ['date', '2026-3-9', /not a date/],
  ['date', '09.03.2026', /YYYY-MM-DD/],
  ['date', '2026-03-09T00:00:00Z', /not a date/],
  ['enum', 'Urgent', /Did you mean "urgent"\? Choices: low, normal, high, urgent/],
  ['enum', 'xyz', /^is "xyz", not one of its choices Choices/],
  ['enum', 3, /not one of its choices/],
  ['address', 'ida', /not a mail address/],
  ['address', 'ida@', /not a mail address/],
  ['address', 'a@b@c', /not a mail address/],
  ['address', 'a b@x.example', /not a mail address/],
  ['address', 'a@x.example\nBcc: b@x.example', /not a mail address/],
  ['address', '<a@x.example', /not a mail address/],
  ['customer', 'CUS-13', /no such customer.*Did you mean.*crm\.list_customers/s],
  ['customer', 'cus-11', /Did you mean "CUS-11"/],
  ['addresses', ['a@x.example', 'nobody'], /has a value that is "nobody"/],
  ['customers', ['CUS-11', 'CUS-77'], /has a value that is "CUS-77"/],
  ['strings', [['nested']], /a list, not text/],
];

describe('a value is taken', () => {
  test.each(taken)('%s: %j', (kind, given, stored) => {
    expect(convert(kind, given)).toEqual({ ok: true, value: stored });
  });
  test('minus zero is zero', () => {
    const converted = convert('number', '-0');
    expect(converted.ok && Object.is(converted.value, 0)).toBe(true);
  });
});

describe('a value is refused', () => {
  test.each(refused)('%s: %j', (kind, given, words) => {
    const converted = convert(kind, given);
    expect(converted.ok ? converted.value : `${converted.message} ${converted.hint}`).toMatch(words);
  });
});

describe('a seed record', () => {
  const tickets = catalogue.helpdesk?.collections.tickets;
  const record = (raw: { readonly [field: string]: unknown }) => {
    if (tickets === undefined) throw new Error('no tickets');
    return convertRecord({
      collection: tickets,
      raw,
      context,
      defaults: (written) => (written === '$now' ? '2026-03-09T08:00:00Z' : written),
    });
  };

  test('has its defaults and no empty optional fields', () => {
    expect(record({ id: 'TIC-1', subject: 'x', assignee: '', tags: [], customer: null, priority: 'high' })).toEqual({
      ok: true,
      record: { id: 'TIC-1', subject: 'x', status: 'open', priority: 'high', opened: '2026-03-09T08:00:00Z' },
    });
  });

  test('tells all its problems', () => {
    const converted = record({ subjekt: 'x', status: 'opn', customer: 'CUS-99' });
    expect(converted.ok ? [] : converted.problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      expect.stringMatching(/^id: /),
      'subjekt: is not a field of a ticket',
      'subject: is missing',
      'customer: is "CUS-99", but there is no such customer',
      'status: is "opn", not one of its choices',
    ]);
  });

  test('is not fooled by names of the prototype', () => {
    const converted = record(JSON.parse('{"id":"TIC-1","subject":"x","__proto__":{"status":"closed"},"constructor":"y"}'));
    expect(converted.ok ? [] : converted.problems.map((problem) => problem.field)).toEqual(['__proto__', 'constructor']);
  });
});

describe('a zone', () => {
  test.each([
    ['Europe/Berlin', '2026-03-09T08:00:00Z', '2026-03-09T09:00:00+01:00'],
    ['Europe/Berlin', '2026-07-09T08:00:00Z', '2026-07-09T10:00:00+02:00'],
    ['America/St_Johns', '2026-01-09T08:00:00Z', '2026-01-09T04:30:00-03:30'],
    ['Asia/Kathmandu', '2025-12-31T23:00:00Z', '2026-01-01T04:45:00+05:45'],
    ['Pacific/Kiritimati', '2026-03-09T08:00:00Z', '2026-03-09T22:00:00+14:00'],
    ['UTC', '2026-03-09T08:00:00Z', '2026-03-09T08:00:00+00:00'],
  ])('%s shows %s as %s, and reads it back', (name, instant, shown) => {
    const zone = openZone(name);
    expect(zone.show(instant)).toBe(shown);
    expect(zone.read(shown)).toEqual({ ok: true, instant });
    expect(zone.read(shown.slice(0, 19))).toEqual({ ok: true, instant });
  });
});
