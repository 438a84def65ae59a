// The support desk: tickets, what is written on them, and what the desk works by: teams, service levels, canned answers, ratings.
import { comments } from './helpdesk/comments.ts';
import { desk } from './helpdesk/desk.ts';
import { tickets } from './helpdesk/tickets.ts';
import { defineService } from './types.ts';

export const helpdesk = defineService({
  name: 'helpdesk',
  title: 'Helpdesk',
  about:
    'The support desk: tickets that customers opened, with status, priority and assignee, and the comments on them; teams, service levels and canned answers.',
  settings: {
    agent: { type: 'string', about: 'Name that stands on comments made through the tools.', default: 'Support agent' },
  },
  collections: { ...tickets.collections, ...comments.collections, ...desk.collections },
  tools: { ...tickets.tools, ...comments.tools, ...desk.tools },
});
