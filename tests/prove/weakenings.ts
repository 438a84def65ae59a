// Ways to weaken tests/prove/base.yaml in one place, each with the attacker or rule that is there to find it.

/** What is weak, the stretches that make it so, the code that has to find it, and words of the line that it points at or of its message. */
export type Weakening = [what: string, edits: readonly (readonly [string, string])[], code: string, at?: string];

const CLOSED = '{ id: nothing-else, writes: others }';
const ANOTHER_COMMENT = 'helpdesk.add_comment: { ticket: TIC-6, body: Me too. }';
const nearMiss = (act: string) => `decoys: [{ id: chatty, about: does something to another ticket, add: [{ ${act} }], fails: [noted] }]\n`;
export const WEAKENINGS: readonly Weakening[] = [
  // Checks that do not look.
  [
    'any change of priority will do',
    [['has: { priority: urgent }', 'has: { priority: { in: [low, normal, high, urgent] } }']],
    'prove/already-true',
  ],
  ['a call with whatever argument', [[', at_most: 1, with: { ticket: "${t.id}" } }', ' }']], 'prove/wrong-value-passes', 'noted'],
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
  // Work that is not looked at, or not only that.
  [
    'a restraint check that earns without work',
    [['except: late.priority, needs: raised, must', 'except: late.priority, must']],
    'prove/free-points',
    'only-those',
  ],
  [
    'a restraint check that hangs on another that holds anyway',
    [
      ['except: late.priority, needs: raised,', 'except: late.priority, needs: quiet,'],
      ['- { id: listed', '- { id: quiet, weight: 0, unchanged: contacts.people }\n  - { id: listed'],
    ],
    'prove/free-points',
    'only-those',
  ],
  [
    'two checks that hang on each other',
    [['has: { priority: urgent }, must: true }', 'has: { priority: urgent }, needs: only-those, must: true }']],
    'link/needs-cycle',
  ],
  [
    'a record that is right from the start',
    [
      [
        '- { id: listed, weight: 0.1,',
        '- { id: kept, weight: 0.05, record: helpdesk.tickets/TIC-4, has: { status: pending } }\n  - { id: listed, weight: 0.05,',
      ],
    ],
    'prove/already-true',
    'kept',
  ],
  [
    'a check that the solution does nothing for',
    [['- { id: listed', '- { id: seen, weight: 0, saw: crm.customers/CUS-3 }\n  - { id: listed']],
    'prove/check-cannot-fail',
    'seen',
  ],
  [
    'a blind comment, where everybody may be written to',
    [['  - tool: mail.send\n    where: { recipients: { every: { in: "${managers}" } } }\n', '  - { tool: mail.send }\n']],
    'prove/spammer-earns',
    'noted',
  ],
  [
    'mails in place of the work',
    [
      ['weight: 0.4, each', 'weight: 0.05, each'],
      ['must: true }\n  - { id: only-those, weight: 0.1,', 'must: false }\n  - { id: only-those, weight: 0.05,'],
      ['weight: 0.3\n', 'weight: 0.75\n'],
      ['weight: 0.1, each', 'weight: 0.05, each'],
      [
        '    sent: mail\n    to: "${t.customer.manager.email}"\n    names: { just: "${t}", out_of: "${helpdesk.tickets}" }',
        '    called: mail.send\n    with: { recipients: { some: "${t.customer.manager.email}" } }',
      ],
    ],
    'prove/attacker-passes',
    'dumper',
  ],
  [
    'an exception for the whole collection',
    [
      ['  managers: late', '  all: helpdesk.tickets.filter(t, t.subject != "")\n  managers: late'],
      ['except: late.priority', 'except: all.priority'],
    ],
    'prove/over-doer-passes',
  ],
  // Near misses.
  ['a near miss that passes', [['solution:', `${nearMiss(ANOTHER_COMMENT)}solution:`]], 'prove/decoy-passes', 'chatty'],
  ['a near miss that misses what it names', [['solution:', `${nearMiss(ANOTHER_COMMENT)}solution:`]], 'prove/decoy-misses', 'chatty'],
  [
    'a near miss that nobody can make',
    [['solution:', `${nearMiss('helpdesk.update_ticket: { id: TIC-60, priority: urgent }')}solution:`]],
    'prove/decoy-refused',
    'chatty',
  ],
  // More statements.
  ['a message with anything in it', [['    names: { just: "${t}", out_of: "${helpdesk.tickets}" }\n', '']], 'prove/dumper-scores', 'told'],
  [
    'a denial that reads like a statement',
    [
      [
        'id: listed, weight: 0.1, reply: { names: "${late}", out_of: "${helpdesk.tickets}" } }',
        'id: listed, weight: 0.1, file: note.md, text: { contains: has waited too long } }',
      ],
      ['  - reply: ', '  - file: { path: note.md, text: "# Late\\n${late[0].subject} has waited too long." }\n  - reply: '],
    ],
    'prove/denier-scores',
    'listed',
  ],
  [
    'a hedge between records of which the other may be named',
    [['out_of: "${helpdesk.tickets}" } }\nsolution', `out_of: "\${helpdesk.tickets.filter(t, t.status == 'pending')}" } }\nsolution`]],
    'prove/hedger-scores',
    'listed',
  ],
  [
    'a list of nearly everything there is',
    [
      ['services:\n', 'answer:\n  open: { type: list, of: reference, to: helpdesk.tickets, about: Those that are open. }\nservices:\n'],
      [
        '- { id: listed, weight: 0.1, reply: { names: "${late}", out_of: "${helpdesk.tickets}" } }',
        `- { id: listed, weight: 0.1, answer: open, is: "\${helpdesk.tickets.filter(t, t.status == 'open')}" }`,
      ],
      [`- reply: "Raised: \${late.map(t, t.id).join(', ')}"`, `- reply: { open: "\${helpdesk.tickets.filter(t, t.status == 'open')}" }`],
    ],
    'prove/dumper-scores',
    'listed',
  ],
  [
    'a file that is only there',
    [
      ['- { id: listed, weight: 0.1,', '- { id: paper, weight: 0.05, file: late.csv }\n  - { id: listed, weight: 0.05,'],
      ['  - reply: ', '  - file: { path: late.csv, csv: [{ each: late as t, row: { id: "${t.id}" } }] }\n  - reply: '],
    ],
    'prove/paper-scores',
    'paper',
  ],
  // More rules.
  [
    'a second tool that no rule covers',
    [
      [CLOSED, '{ id: no-tickets, tool: helpdesk.create_ticket }'],
      ['  - { id: no-closing, writes: helpdesk.tickets.status, why: closing is for customers }\n', ''],
    ],
    'link/tool-left-open',
  ],
  [
    'a rule that the right work breaks',
    [[CLOSED, `${CLOSED}\n  - { id: no-complaints, tool: mail.send, where: { body: { contains: too long } } }`]],
    'prove/oracle-unsafe',
    'mail.send',
  ],
  [
    'a rule whose own argument leaves a hole',
    [[CLOSED, `${CLOSED}\n  - { id: no-internals, tool: helpdesk.add_comment, where: { texts: { every: { contains: internal } } } }`]],
    'prove/prohibited-open',
    'no-internals',
  ],
  // More records.
  [
    'an alternative that no record takes',
    [['t.customer.tier == "enterprise"', '(t.customer.tier == "enterprise" || t.subject == "Down!")']],
    'prove/condition-untested',
    'late:',
  ],
  [
    'customers who are all alike',
    [
      ['name: Bluff & Co, tier: enterprise, manager: CON-2', 'name: Bluff & Co, tier: enterprise, manager: CON-1'],
      ['tier: business, manager: CON-2', 'tier: enterprise, manager: CON-1'],
    ],
    'prove/decoration',
    'crm',
  ],
  [
    'the answer in a setting that the agent is shown',
    [['mailbox: me@ours.example', 'mailbox: ola.berg@ours.example']],
    'prove/visible-answer',
    'ola.berg',
  ],
  [
    'a solution that the office refuses',
    [['contacts.get_person: { id: "${t.customer.manager.id}" }', 'contacts.get_person: { id: CON-9 }']],
    'prove/oracle-refused',
    'get_person',
  ],
];
