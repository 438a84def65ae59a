// The grader of the language's example, as the compiler would generate it.
import { each, record, reply, sent, unchanged } from '#grader/checks/index.ts';
import { writes } from '#grader/prohibited.ts';
import type { Grader } from '#grader/types.ts';
import { type Act, mail, say, update } from './build.ts';

const TICKETS = ['TIC-204', 'TIC-205', 'TIC-207'];
const OVERDUE = [
  { id: 'TIC-204', manager: 'ida@ours.example' },
  { id: 'TIC-205', manager: 'ola@ours.example' },
];

export const GRADER: Grader = {
  scenario: 'support/overdue',
  passMark: 0.75,
  allowed: [
    { tool: 'helpdesk.update_ticket', only: ['id', 'priority'] },
    { tool: 'mail.send', where: { recipients: { every: { in: OVERDUE.map(({ manager }) => manager) } } } },
  ],
  prohibited: [writes({ id: 'no-closing', why: 'closing is the customer’s decision', collection: 'helpdesk.tickets', field: 'status' })],
  checks: [
    {
      id: 'raised',
      weight: '0.5',
      score: each(OVERDUE, ({ id }) => record({ record: `helpdesk.tickets/${id}`, has: { priority: 'urgent' } })),
    },
    {
      id: 'only-those',
      weight: '0.1',
      needs: ['raised'],
      must: true,
      score: unchanged({ collection: 'helpdesk.tickets', except: OVERDUE.map(({ id }) => id), fields: ['priority'] }),
    },
    {
      id: 'told',
      weight: '0.3',
      score: each(OVERDUE, ({ id, manager }) => sent({ service: 'mail', to: manager, names: { just: [id], out_of: TICKETS } })),
    },
    { id: 'listed', weight: '0.1', score: reply({ names: OVERDUE.map(({ id }) => id), out_of: TICKETS }) },
  ],
};

export const ORACLE: readonly Act[] = [
  update('TIC-204', { priority: 'urgent' }),
  mail('MSG-1', ['ida@ours.example'], 'TIC-204 has waited too long.'),
  update('TIC-205', { priority: 'urgent' }),
  mail('MSG-2', ['ola@ours.example'], 'TIC-205 has waited too long.'),
  say('Raised to urgent: TIC-204, TIC-205'),
];
