// What one step away from an expression is: text → the texts that the condition attacker tries.
import { expect, test } from 'vitest';
import { parse } from '#compiler/1-parse/parse.ts';
import { placesOf } from '#compiler/1-parse/places.ts';
import { openExpressions } from '#compiler/3-link/expressions.ts';
import { openFormulaBook } from '#compiler/3-link/formulas.ts';
import { catalogue } from '#services/index.ts';

const office = {
  task: 'x',
  now: '2026-03-09T09:00:00Z',
  zone: 'UTC',
  services: Object.values(catalogue).filter(({ name }) => ['crm', 'contacts'].includes(name)),
  settings: {},
  records: {
    'contacts.people': [{ id: 'CON-1', name: 'Ida', email: 'ida@ours.example' }],
    'crm.customers': [
      {
        id: 'CUS-1',
        name: 'Arven',
        relation: 'customer',
        tier: 'enterprise',
        status: 'active',
        since: '2020-01-01',
        email: 'a@arven.example',
      },
      { id: 'CUS-2', name: 'Bluff', relation: 'customer', tier: 'business', status: 'closed', since: '2021-01-01' },
      { id: 'CUS-3', name: 'Corvid', relation: 'supplier', tier: 'free', status: 'active', since: '2022-01-01' },
    ],
    'crm.payments': [],
    'crm.activities': [],
  },
};

/** Each mutation as the text that it makes, with ✓ where the value changes. */
function mutated(text: string): readonly string[] {
  const report = () => {
    throw new Error(`${text} cannot be computed`);
  };
  const { tree } = parse('x', new TextEncoder().encode('a: b'), report);
  if (!tree) throw new Error('no tree');
  const places = placesOf(tree);
  const book = openFormulaBook();
  const expressions = openExpressions(office, { report, places, facts: [], broken: new Set(), lens: book.lens, onComputed: book.add });
  expressions.evaluate(text, { path: ['facts', 'x'], offset: 0 }, new Map());
  const [formula] = book.formulas({ office, places, ownerAt: () => '' }).all;
  return (formula?.mutations() ?? []).map((mutation) => {
    const { start, end, replacement } = mutation;
    return `${mutation.matters() ? '✓' : '·'} ${text.slice(0, start)}${replacement}${text.slice(end)}`;
  });
}

const C = 'crm.customers';

test.each<[string, readonly string[]]>([
  [`size(${C})`, []],
  [`${C}.map(c, c.name)`, []],
  [`${C}.filter(c, c.tier == "free")`, [`✓ ${C}.filter(c, true)`, `✓ ${C}.filter(c, c.tier == "business")`]],
  [
    `${C}.filter(c, c.tier == "free" && c.status == "active")`,
    [
      `✓ ${C}.filter(c, c.tier == "business" && c.status == "active")`,
      `✓ ${C}.filter(c, true && c.status == "active")`,
      `✓ ${C}.filter(c, c.tier == "free" && c.status == "closed")`,
      `· ${C}.filter(c, c.tier == "free" && true)`,
    ],
  ],
  [
    `${C}.filter(c, (c.tier == "free" || c.status == "closed") && !(c.name == "Arven"))`,
    [
      `✓ ${C}.filter(c, (c.tier == "business" || c.status == "closed") && !(c.name == "Arven"))`,
      `✓ ${C}.filter(c, (false || c.status == "closed") && !(c.name == "Arven"))`,
      `· ${C}.filter(c, (true) && !(c.name == "Arven"))`,
      `✓ ${C}.filter(c, (c.tier == "free" || c.status == "active") && !(c.name == "Arven"))`,
      `✓ ${C}.filter(c, (c.tier == "free" || false) && !(c.name == "Arven"))`,
      `✓ ${C}.filter(c, (c.tier == "free" || c.status == "closed") && (c.name == "Arven"))`,
      `· ${C}.filter(c, (c.tier == "free" || c.status == "closed") && true)`,
      `✓ ${C}.filter(c, (c.tier == "free" || c.status == "closed") && !(c.name == "Bluff"))`,
    ],
  ],
  // A guard is none; without it there would be an error.
  [`${C}.filter(c, has(c.email) && c.email.contains("arven"))`, [`· ${C}.filter(c, has(c.email) && true)`]],
  [`${C}.filter(c, has(c.email))`, [`✓ ${C}.filter(c, true)`]],
  // Dates by a day, numbers by one, durations by an hour; which piece of a list is taken is no condition.
  [
    `${C}.filter(c, c.since > "2020-01-01")`,
    [`✓ ${C}.filter(c, true)`, `✓ ${C}.filter(c, c.since > "2019-12-31")`, `· ${C}.filter(c, c.since > "2020-01-02")`],
  ],
  [`size(${C}) > 2`, [`· size(${C}) > 1`, `✓ size(${C}) > 3`]],
  [
    `duration("48h") > duration("30m")`,
    [
      'duration("47h") > duration("30m")',
      'duration("49h") > duration("30m")',
      'duration("48h") > duration("15m")',
      'duration("48h") > duration("45m")',
    ].map((text) => `· ${text}`),
  ],
  [`${C}[0].email.split("@")[1] == "arven.example"`, []],
  [
    `size(${C}) == 3 ? "a" : "b"`,
    [`· true ? "a" : "b"`, `✓ false ? "a" : "b"`, `✓ size(${C}) == 2 ? "a" : "b"`, `✓ size(${C}) == 4 ? "a" : "b"`],
  ],
  [
    `${C}.exists(c, c.tier in ["free", "standard"])`,
    [`· ${C}.exists(c, true)`, `· ${C}.exists(c, c.tier in ["business", "standard"])`, `· ${C}.exists(c, c.tier in ["free", "business"])`],
  ],
])('%s', (text, expected) => {
  const sorted = (lines: readonly string[]) => [...lines].sort();
  expect(sorted(mutated(text))).toEqual(sorted(expected));
});
