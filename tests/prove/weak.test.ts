// A sound scenario, weakened in one place: the attacker or rule that is there for it finds it, and says so at its place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Compilation, compile, type Kit, loadKit } from '#compiler/index.ts';
import { ROOT } from '../tree.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await loadKit();
});

const base = readFileSync(join(ROOT, 'tests/prove/base.yaml'), 'utf8');

function compiled(text: string): Promise<Compilation> {
  return compile({ file: 'scenario.yaml', bytes: new TextEncoder().encode(text), assets: new Map() }, kit, { org: 'cases' });
}

/** Every stretch must be there: a weakening that changes nothing tests nothing. */
function weakened(edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, base);
}

test('the sound scenario is proved, and its figures are what they should be', async () => {
  const { diagnostics, proof, files } = await compiled(base);
  expect(diagnostics).toEqual([]);
  expect(files).toBeDefined();
  expect(proof).toMatchObject({ lazyReward: 0, falseFailRate: 0, behaviour: { satisfying: 1, empty: 0, prohibited: 0 } });
  expect(proof?.falsePassCeiling).toBeLessThan(0.75);
  expect(proof?.idleLabels).toEqual({ raised: 0, 'only-those': 1, told: 0, noted: 0, listed: 0 });
});

test('what is marked as untested, with its reason, is no weakness', async () => {
  const text = weakened([
    ['t.status == "open" &&', 't.status == "open" && t.priority != "urgent" &&'],
    [
      '  mail:\n    mailbox',
      '  calendar:\n    events: [{ id: EVT-1, title: Review, start: +1h, end: +2h, organizer: CON-1, attendees: [CON-1] }]\n  mail:\n    mailbox',
    ],
    [
      'solution:',
      'untested:\n  - { condition: t.priority != "urgent", in: late, why: none is yet }\n  - { service: calendar, why: a distractor }\nsolution:',
    ],
  ]);
  expect((await compiled(text)).diagnostics).toEqual([]);
});

type Weakening = [what: string, edits: readonly (readonly [string, string])[], code: string, at?: string];

const CLOSED = '{ id: nothing-else, writes: others }';
const WEAKENINGS: readonly Weakening[] = [
  // Checks that do not look.
  [
    'any change of priority will do',
    [['has: { priority: urgent }', 'has: { priority: { in: [low, normal, high, urgent] } }']],
    'prove/already-true',
  ],
  ['a call with whatever argument', [[', with: { ticket: "${t.id}" } }', ' }']], 'prove/wrong-value-passes', 'noted'],
  [
    'a value that every value meets once it was touched',
    [['with: { ticket: "${t.id}" } }', 'with: { ticket: "${t.id}", body: { not: never } } }']],
    'prove/wrong-value-passes',
    'noted',
  ],
  ['a message to anybody', [['    to: "${t.customer.manager.email}"\n    names', '    names']], 'prove/wrong-value-passes', 'told'],
  // Statements.
  [
    'names without what may not be named, in the reply',
    [[', out_of: "${helpdesk.tickets}" } }\nsolution', ' } }\nsolution']],
    'prove/dumper-scores',
    'listed',
  ],
  [
    'a word in a message',
    [['names: { just: "${t}", out_of: "${helpdesk.tickets}" }', 'has: { body: { contains: "${t.id}" } }']],
    'prove/dumper-scores',
    'told',
  ],
  [
    'the exact words of a message',
    [['names: { just: "${t}", out_of: "${helpdesk.tickets}" }', 'has: { body: "${t.id} has waited too long." }']],
    'prove/false-fail',
    'told',
  ],
  [
    'messages that count too little',
    [
      ['weight: 0.4, each', 'weight: 0.6, each'],
      ['weight: 0.3\n', 'weight: 0.1\n'],
      ['"${helpdesk.tickets}" }\n    must: true', '"${helpdesk.tickets}" }'],
    ],
    'prove/sprayer-passes',
    'told',
  ],
  // Acts.
  ['collateral goes unseen', [['needs: raised, must: true }', 'needs: raised, must: false }']], 'prove/over-doer-passes'],
  [
    'a restraint check that does not bite',
    [['needs: raised, must: true }', 'needs: raised, must: false }']],
    'prove/restraint-open',
    'only-those',
  ],
  [
    'a hole for a copy',
    [['where: { recipients: { every: { in: "${managers}" } } }', 'where: { to: { every: { in: "${managers}" } } }']],
    'prove/prohibited-open',
    'tool: mail.send',
  ],
  [
    'a hole for a copy in a prohibition',
    [
      ['where: { recipients: { every: { in: "${managers}" } } }', 'only: [to, cc, bcc, subject, body]'],
      [
        CLOSED,
        `${CLOSED}\n  - { id: not-to-eve, tool: mail.send, where: { to: { some: eve@elsewhere.example } }, why: she is none of ours }`,
      ],
    ],
    'prove/prohibited-open',
    'not-to-eve',
  ],
  // Over-strict.
  [
    'a route that nobody asked for',
    [['- { id: listed', '- { id: route, weight: 0, must: true, saw: crm.customers/CUS-3 }\n  - { id: listed']],
    'prove/oracle-incomplete',
    'route',
  ],
  [
    'an order of reads that nobody asked for',
    [
      [
        '- { id: listed',
        '- { id: order, weight: 0, must: true, order: [{ tool: helpdesk.list_tickets }, { tool: crm.list_customers }] }\n  - { id: listed',
      ],
    ],
    'prove/false-fail',
    'order',
  ],
  [
    'an order of writes that nobody asked for',
    [
      ['and finish with', 'and give me'],
      [
        '- { id: listed',
        '- { id: order, weight: 0, must: true, order: [{ tool: helpdesk.add_comment }, { tool: mail.send }] }\n  - { id: listed',
      ],
    ],
    'prove/false-fail',
    'order',
  ],
  [
    'the exact words of a comment',
    [['with: { ticket: "${t.id}" } }', 'with: { ticket: "${t.id}", body: { equals: Too old. } } }']],
    'prove/false-fail',
    'noted',
  ],
  [
    'no more reads than the solution made',
    [
      [
        '- { id: listed',
        '- { id: thrifty, weight: 0, must: true, called: mail.list_messages, as: attempt, at_least: 0, at_most: 0 }\n  - { id: listed',
      ],
    ],
    'prove/already-true',
    'thrifty',
  ],
  // Records.
  [
    'no near miss in age, from below',
    [['priority: low, opened: -49h', 'priority: low, opened: -60h']],
    'prove/condition-untested',
    'late:',
  ],
  [
    'no near miss in age, from above',
    [['priority: normal, opened: -48h', 'priority: normal, opened: -4h']],
    'prove/condition-untested',
    'late:',
  ],
  [
    'no near miss in state',
    [['status: pending, priority: normal, opened: -80h', 'status: pending, priority: normal, opened: -8h']],
    'prove/condition-untested',
    'late:',
  ],
  ['no near miss in tier', [['opened: -99h', 'opened: -9h']], 'prove/condition-untested', 'late:'],
  [
    'a condition in a check',
    [
      [
        'reply: { names: "${late}", out_of: "${helpdesk.tickets}" }',
        'reply: { names: "${late}", out_of: "${helpdesk.tickets.filter(t, !has(t.assignee))}" }',
      ],
    ],
    'prove/condition-untested',
    'listed',
  ],
  [
    'a negation that makes no difference',
    [['t.status == "open" &&', 't.status == "open" && !(t.id in ["TIC-9"]) &&']],
    'prove/condition-untested',
    'late:',
  ],
  ['a mark on a service that matters', [['solution:', 'untested: [{ service: crm, why: a slip }]\nsolution:']], 'prove/unused-mark', 'crm'],
  ['a mark on no service', [['solution:', 'untested: [{ service: calendar, why: a slip }]\nsolution:']], 'prove/unused-mark', 'calendar'],
  [
    'a mark that marks nothing',
    [['solution:', 'untested: [{ condition: t.status == "shut", why: a slip }]\nsolution:']],
    'prove/unused-mark',
  ],
  [
    'a service that nothing reads',
    [
      [
        '  mail:\n    mailbox',
        '  calendar:\n    events: [{ id: EVT-1, title: Review, start: +1h, end: +2h, organizer: CON-1, attendees: [CON-1] }]\n  mail:\n    mailbox',
      ],
    ],
    'prove/decoration',
    'calendar',
  ],
  // What the solution cannot know.
  [
    'a ticket that nothing showed',
    [['helpdesk.list_tickets: { status: open }\n    as: look', 'helpdesk.list_tickets: { status: closed }\n    as: look']],
    'prove/undiscoverable',
  ],
  [
    'a tier that nothing showed',
    [['crm.list_customers: { tier: enterprise }', 'crm.list_customers: { tier: free }']],
    'prove/unseen-field',
    'late:',
  ],
  [
    'an address that nothing showed',
    [
      [
        '- contacts.get_person: { id: "${t.customer.manager.id}" }\n        as: person\n',
        '- contacts.list_people: { name: Eve }\n        as: person\n',
      ],
    ],
    'prove/undiscoverable',
  ],
  // The request.
  ['the request names the ticket', [['which ticket it is,', 'which ticket it is (such as TIC-1),']], 'prove/given-away', 'TIC-1'],
  ['the request names an address', [['account manager\n', 'account manager (ida.roth@ours.example)\n']], 'prove/given-away'],
  ['a weekday that is not', [['older than 48 hours', 'older than 48 hours on Friday, 9 March']], 'prove/date-astray', 'Friday'],
  ['a date of another year', [['older than 48 hours', 'from before 2024-03-07']], 'prove/date-astray', '2024'],
];

test.each<Weakening>(WEAKENINGS)('%s', async (_, edits, code, at = '') => {
  const text = weakened(edits);
  const { diagnostics, files } = await compiled(text);
  expect(diagnostics.map((one) => one.code)).toContain(code);
  expect(files).toBeUndefined();
  const { span, message, fix } = diagnostics.find((one) => one.code === code) ?? {};
  const line = text.slice(text.lastIndexOf('\n', span?.start) + 1, text.indexOf('\n', span?.start));
  expect(`${line}\n${message}`).toContain(at);
  expect(fix).not.toBe('');
});
