// What the desk works by: teams, service levels, and how satisfied customers were.
import type { ServicePart } from '../types.ts';

export const desk: ServicePart = {
  collections: {
    teams: {
      about: 'One entry per team of the support desk.',
      noun: 'team',
      prefix: 'TEA-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        lead: { type: 'reference', to: 'contacts.people', about: 'Who leads it (a person in contacts).', optional: true },
        members: {
          type: 'list',
          of: 'reference',
          to: 'contacts.people',
          about: 'Who belongs to it: ids of people in contacts.',
          optional: true,
        },
        products: { type: 'list', of: 'string', about: 'Products that it looks after.', optional: true },
      },
    },
    sla_policies: {
      about: 'One entry per service level: how soon tickets have to be answered and solved.',
      noun: 'service level',
      prefix: 'SLA-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        tier: {
          type: 'enum',
          values: ['free', 'standard', 'business', 'enterprise'],
          about: 'Customers that it is for, by their tier in crm; absent: all.',
          optional: true,
        },
        priority: {
          type: 'enum',
          values: ['low', 'normal', 'high', 'urgent'],
          about: 'Tickets that it is for, by their priority; absent: all.',
          optional: true,
        },
        first_response: { type: 'duration', about: 'How soon the customer has to get a first answer.', optional: true },
        resolution: { type: 'duration', about: 'How soon it has to be solved.', optional: true },
        hours: { type: 'string', about: 'Hours in which the time runs, such as "Mon-Fri 09:00-17:00"; absent: always.', optional: true },
      },
    },
    ratings: {
      about: 'What customers said of how their tickets were handled. Read only: customers give them.',
      noun: 'rating',
      prefix: 'RAT-',
      fields: {
        ticket: { type: 'reference', to: 'helpdesk.tickets', about: 'The ticket.' },
        score: { type: 'integer', about: 'From 1 (not satisfied at all) to 5.' },
        comment: { type: 'string', about: 'What the customer wrote.', optional: true },
        at: { type: 'time', about: 'When it was given.', default: '$now' },
      },
    },
  },
  tools: {
    list_teams: {
      kind: 'list',
      effect: 'read',
      title: 'List teams',
      about: 'Lists the teams of the support desk, by name, with what they look after.',
      collection: 'teams',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only teams whose name contains this text.' },
        member: { field: 'members', test: 'has', about: 'Only teams that this person belongs to: the id of a person in contacts.' },
        product: { field: 'products', test: 'contains', about: 'Only teams that look after a product whose name contains this text.' },
      },
      sort: 'name',
    },
    list_sla_policies: {
      kind: 'list',
      effect: 'read',
      title: 'List service levels',
      about: 'Lists the service levels: how soon tickets have to be answered and solved, by tier of the customer and priority.',
      collection: 'sla_policies',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only service levels whose name contains this text.' },
        tier: { field: 'tier', test: 'is' },
        priority: { field: 'priority', test: 'is' },
      },
      sort: 'name',
    },
    list_ratings: {
      kind: 'list',
      effect: 'read',
      title: 'List ratings',
      about: 'Lists what customers said of how their tickets were handled, newest first.',
      collection: 'ratings',
      filters: {
        ticket: { field: 'ticket', test: 'is', about: 'Only ratings of this ticket: its id.' },
        score_at_most: { field: 'score', test: 'at_most', about: 'Only ratings of at most so much, of 5.' },
        score_at_least: { field: 'score', test: 'at_least', about: 'Only ratings of at least so much, of 5.' },
        since: { field: 'at', test: 'since', about: 'Only ratings of this day or later.' },
        until: { field: 'at', test: 'until', about: 'Only ratings of this day or earlier.' },
      },
      sort: '-at',
    },
  },
};
