// More ways to weaken tests/prove/base.yaml: answers that luck gives, work that may be done again and again, an order of anything.
import type { Weakening } from './weakenings.ts';

/** The reply is nearly all that counts. */
const ONLY_TALK: Weakening[1] = [
  [
    'weight: 0.4, each: late as t, record: "helpdesk.tickets/${t.id}", has: { priority: urgent }, must: true }',
    'weight: 0.05, each: late as t, record: "helpdesk.tickets/${t.id}", has: { priority: urgent } }',
  ],
  [
    'weight: 0.1, unchanged: helpdesk.tickets, except: late.priority, needs: raised, must: true',
    'weight: 0.05, unchanged: helpdesk.tickets, except: late.priority, needs: raised, must: false',
  ],
  ['    weight: 0.3\n', '    weight: 0.05\n'],
  ['"${helpdesk.tickets}" }\n    must: true', '"${helpdesk.tickets}" }'],
  ['id: noted, weight: 0.1,', 'id: noted, weight: 0.05,'],
];
const LISTED = '- { id: listed, weight: 0.1, reply: { names: "${late}", out_of: "${helpdesk.tickets}" } }';
const REPLY = `- reply: "Raised: \${late.map(t, t.id).join(', ')}"`;

export const LUCK: readonly Weakening[] = [
  [
    'one of three customers',
    [
      ...ONLY_TALK,
      ['services:\n', 'answer:\n  worst: { type: reference, to: crm.customers, about: Whose ticket is the oldest of them. }\nservices:\n'],
      [LISTED, '- { id: listed, weight: 0.8, answer: worst, is: "${late[0].customer.id}" }'],
      [REPLY, '- reply: { worst: "${late[0].customer.id}" }'],
    ],
    'prove/guessable',
    'in 1 of 3 cases',
  ],
  [
    'yes or no, and which of four',
    [
      ...ONLY_TALK,
      [
        'services:\n',
        'answer:\n  any: { type: boolean, about: Whether there are any. }\n  worst: { type: enum, values: [low, normal, high, urgent], about: The priority of the oldest. }\nservices:\n',
      ],
      [
        LISTED,
        '- { id: listed, weight: 0.4, answer: any, is: "${size(late) > 0}", must: true }\n  - { id: worst, weight: 0.4, answer: worst, is: "${late[0].priority}", must: true }',
      ],
      [REPLY, '- reply: { any: true, worst: "${late[0].priority}" }'],
    ],
    'prove/guessable',
    'in 1 of 8 cases',
  ],
  [
    'how many there are',
    [
      ...ONLY_TALK,
      ['services:\n', 'answer:\n  late: { type: integer, about: How many there are. }\nservices:\n'],
      [LISTED, '- { id: listed, weight: 0.8, answer: late, is: "${size(late)}" }'],
      [REPLY, '- reply: { late: "${size(late)}" }'],
    ],
    'prove/guessable',
    'in 1 of 10 cases',
  ],
  [
    'one ticket out of six',
    [
      ...ONLY_TALK,
      [LISTED, '- { id: listed, weight: 0.8, reply: { names: "${[late[0]]}", out_of: "${helpdesk.tickets}" } }'],
      [REPLY, '- reply: "The oldest: ${late[0].id}"'],
    ],
    'prove/guessable',
    'in 1 of 6 cases',
  ],
  [
    'a mark for odds that are worse',
    [
      ...ONLY_TALK,
      ['services:\n', 'answer:\n  late: { type: integer, about: How many there are. }\nservices:\n'],
      [LISTED, '- { id: listed, weight: 0.8, answer: late, is: "${size(late)}" }'],
      [REPLY, '- reply: { late: "${size(late)}" }'],
      ['solution:', 'untested: [{ chance: 0.05, why: a slip }]\nsolution:'],
    ],
    'prove/guessable',
  ],
  ['a mark for odds that are none', [['solution:', 'untested: [{ chance: 0.5, why: a slip }]\nsolution:']], 'prove/unused-mark', 'chance'],
  ['ten comments for one', [[', at_most: 1, with', ', with']], 'prove/repeats-unseen', 'noted'],
  ['ten mails for one', [['    names: { just: "${t}"', '    at_most: 10\n    names: { just: "${t}"']], 'prove/repeats-unseen', 'id: told'],
  [
    'a mark for repetitions that cost',
    [['solution:', 'untested: [{ repeated: mail.send, why: a slip }]\nsolution:']],
    'prove/unused-mark',
    'repeated',
  ],
  [
    'a mark for repetitions of nothing',
    [['solution:', 'untested: [{ repeated: mail.forward, why: a slip }]\nsolution:']],
    'prove/unused-mark',
    'repeated',
  ],
  ['a mark that says nothing', [['solution:', 'untested: [{ why: a slip }]\nsolution:']], 'prove/unused-mark', 'why: a slip'],
  [
    'an order of any calls',
    [
      [
        '- { id: listed',
        '- { id: order, weight: 0, must: true, order: [{ tool: contacts.get_person }, { tool: mail.send, with: { subject: { contains: Late } } }] }\n  - { id: listed',
      ],
    ],
    'prove/other-record-passes',
    'order',
  ],
  [
    'an order of any calls, inside another check',
    [
      [
        '- { id: listed',
        '- { id: order, weight: 0, must: true, all: [{ order: [{ tool: contacts.get_person }, { tool: mail.send, with: { subject: { contains: Late } } }] }] }\n  - { id: listed',
      ],
    ],
    'prove/other-record-passes',
    'order',
  ],
];
