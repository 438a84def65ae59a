// More ways to weaken tests/prove/base.yaml: messages that are hardly looked at, and wordings that nobody was told.
import type { Weakening } from './weakenings.ts';

export const TOLD: readonly Weakening[] = [
  [
    'only the subject of a message, which the request gives away',
    [
      ['    names: { just: "${t}", out_of: "${helpdesk.tickets}" }', '    has: { subject: Late ticket }'],
      ['subject: "Late: ${t.id}"', 'subject: Late ticket'],
    ],
    'prove/dumper-scores',
    'told',
  ],
  [
    'a word in a message under the right subject',
    [
      [
        '    names: { just: "${t}", out_of: "${helpdesk.tickets}" }',
        '    has: { subject: Late ticket, body: { contains: "${t.subject}" } }',
      ],
      ['subject: "Late: ${t.id}", body: "${t.id} has', 'subject: Late ticket, body: "${t.subject} has'],
    ],
    'prove/dumper-scores',
    'told',
  ],
  [
    'a subject that nobody was told',
    [
      ['    names: { just: "${t}"', '    has: { subject: Late ticket }\n    names: { just: "${t}"'],
      ['subject: "Late: ${t.id}"', 'subject: Late ticket'],
    ],
    'prove/undiscoverable',
    'Late ticket',
  ],
  [
    'a phrase that nobody was told',
    [['with: { ticket: "${t.id}" } }', 'with: { ticket: "${t.id}", body: { contains: too old } } }']],
    'prove/undiscoverable',
    'too old',
  ],
  [
    'a file under a name that nobody was told',
    [
      [
        'id: listed, weight: 0.1, reply: { names: "${late}", out_of: "${helpdesk.tickets}" } }',
        'id: listed, weight: 0.1, file: late.json, json: { path: $.late, is: "${size(late)}" } }',
      ],
      ['  - reply: ', '  - file: { path: late.json, json: { late: "${size(late)}" } }\n  - reply: '],
    ],
    'prove/undiscoverable',
    'late.json',
  ],
];
