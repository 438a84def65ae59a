// The spammer on real packs: it must not pass, and does the same every time. Its arguments come from schemas alone.
import { describe, expect, test } from 'vitest';
import { madeUp } from '#runner/agents/spammer/made-up.ts';
import { tryOn, usePacks } from './packs.ts';

const SCENARIOS = [
  'support/overdue-enterprise',
  'support/weekly-report',
  'finance/payment-change',
  'finance/invoice-intake',
  'office/meeting-slot',
  'office/parking-permits',
  'operations/filter-restock',
  'operations/stocktake',
];
const PACKS = SCENARIOS.map((id) => id.replace('/', '.'));
const pack = usePacks(...SCENARIOS);

describe('trials', () => {
  test.each(PACKS)('%s: every writing tool once, a reply, and no pass', async (name) => {
    const { trial, calls } = await tryOn(pack(name), { agent: 'spammer' });
    expect(trial.end).toMatchObject({ status: 'scored', verdict: { passed: false } });
    expect(calls.at(-1)).toMatchObject({ tool: 'reply', outcome: 'ok' });
    const tools = calls.map(({ tool }) => tool).filter((tool) => tool !== 'reply');
    expect(new Set(tools).size).toBe(tools.length);
    expect(tools.length).toBeGreaterThan(3);
    expect(calls.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(1);
    expect(tools.filter((tool) => /\.(list|get|search)_/.test(tool))).toEqual([]);
  });

  test('the same every time', async () => {
    const [first, second] = [
      await tryOn(pack(PACKS[0] ?? ''), { agent: 'spammer' }),
      await tryOn(pack(PACKS[0] ?? ''), { agent: 'spammer' }),
    ];
    expect(second.calls).toEqual(first.calls);
  });
});

test('arguments are made from the schema', () => {
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    properties: {
      id: text,
      priority: { type: 'string', enum: ['low', 'high'] },
      perhaps: { type: ['string', 'null'], enum: ['a', null] },
      count: { type: 'integer' },
      share: { type: 'number' },
      urgent: { type: 'boolean' },
      begins: { type: 'string', description: 'When. A time, such as 2026-03-09T09:00:00+01:00; without an offset …' },
      day: { type: 'string', description: 'A date, such as 2026-03-09.' },
      to: { type: 'array', items: text, description: 'Mail addresses of those it goes to.' },
      rows: { type: 'array', items: { type: 'object', properties: { name: text } } },
    },
    required: ['id'],
  };
  expect(madeUp(schema)).toEqual({
    id: 'x',
    priority: 'low',
    perhaps: 'a',
    count: 1,
    share: 1,
    urgent: true,
    begins: '2026-03-09T09:00:00+01:00',
    day: '2026-03-09',
    to: ['somebody@example.com'],
    rows: [{ name: 'x' }],
  });
  expect(madeUp({})).toEqual({});
  expect(madeUp(null)).toEqual({});
});
