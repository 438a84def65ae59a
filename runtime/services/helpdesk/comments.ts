// What is written on tickets, by hand or from canned answers.
import type { ServicePart } from '../types.ts';

export const comments: ServicePart = {
  collections: {
    comments: {
      about: 'What was written on tickets after they were opened.',
      noun: 'comment',
      prefix: 'COM-',
      fields: {
        ticket: { type: 'reference', to: 'helpdesk.tickets', about: 'The ticket it belongs to.' },
        author: { type: 'string', about: 'Who wrote it.' },
        body: { type: 'text', about: 'What was written.' },
        visibility: {
          type: 'enum',
          values: ['internal', 'public'],
          about: 'internal: only the support desk reads it; public: the customer reads it too.',
          default: 'internal',
        },
        macro: { type: 'reference', to: 'helpdesk.macros', about: 'The canned answer that it was made from.', optional: true },
        at: { type: 'time', about: 'When it was written.', default: '$now' },
      },
    },
    macros: {
      about: 'One entry per canned answer.',
      noun: 'macro',
      prefix: 'MAC-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        purpose: { type: 'string', about: 'When to use it.', optional: true },
        category: {
          type: 'enum',
          values: ['question', 'incident', 'problem', 'access', 'billing', 'feature_request', 'other'],
          about: 'Kind of request that it answers.',
          optional: true,
        },
        language: { type: 'string', about: 'Language that it is in, such as "en".', optional: true },
        body: { type: 'text', about: 'The answer.', detail: true },
      },
    },
  },
  tools: {
    list_comments: {
      kind: 'list',
      effect: 'read',
      title: 'List comments',
      about: 'Lists comments in full, oldest first: those of one ticket with `ticket`, or of all.',
      collection: 'comments',
      filters: {
        ticket: { field: 'ticket', test: 'is', about: 'Only comments on this ticket: its id.' },
        author: { field: 'author', test: 'contains', about: 'Only comments whose author contains this text.' },
        since: { field: 'at', test: 'since', about: 'Only comments of this day or later.' },
        visibility: { field: 'visibility', test: 'is' },
      },
      sort: 'at',
    },
    search_comments: {
      kind: 'search',
      effect: 'read',
      title: 'Search comments',
      about: 'Finds comments on all tickets by words in their text or author.',
      collection: 'comments',
      in: ['body', 'author'],
    },
    add_comment: {
      kind: 'create',
      effect: 'create',
      title: 'Comment on a ticket',
      about: 'Adds a comment to a ticket. It is internal unless `visibility` is public, which the customer reads too.',
      collection: 'comments',
      fields: ['ticket', 'body', 'visibility'],
      sets: { author: '$setting.agent', at: '$now' },
    },
    list_macros: {
      kind: 'list',
      effect: 'read',
      title: 'List canned answers',
      about: 'Lists the canned answers (macros), by name.',
      collection: 'macros',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only answers whose name contains this text.' },
        category: { field: 'category', test: 'is' },
        language: { field: 'language', test: 'is', about: 'Only answers in exactly this language, such as "en".' },
      },
      sort: 'name',
    },
    get_macro: {
      kind: 'get',
      effect: 'read',
      title: 'Get a canned answer',
      about: 'Shows one canned answer in full.',
      collection: 'macros',
    },
    apply_macro: {
      kind: 'create',
      effect: 'create',
      title: 'Comment with a canned answer',
      about:
        'Adds the text of a canned answer to a ticket as a comment, as it stands. It is internal unless `visibility` is public. Status and tags stay.',
      collection: 'comments',
      from: { argument: 'macro_id', collection: 'macros', about: 'The canned answer: its id.' },
      copies: { body: 'body', macro: 'id' },
      fields: ['ticket', 'visibility'],
      sets: { author: '$setting.agent', at: '$now' },
    },
  },
};
