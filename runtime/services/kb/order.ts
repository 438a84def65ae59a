// What keeps articles in order: categories, and what readers say.
import type { ServicePart } from '../types.ts';

export const order: ServicePart = {
  collections: {
    categories: {
      about: 'One entry per category of articles.',
      noun: 'category',
      prefix: 'KBC-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        parent: { type: 'reference', to: 'kb.categories', about: 'The category that it is a part of.', optional: true },
        owner: { type: 'reference', to: 'contacts.people', about: 'Who keeps it in order (a person in contacts).', optional: true },
      },
    },
    feedback: {
      about: 'What readers said of articles: one entry each time.',
      noun: 'feedback',
      prefix: 'FDB-',
      fields: {
        article: { type: 'reference', to: 'kb.articles', about: 'The article.' },
        helpful: { type: 'boolean', about: 'Whether it helped.' },
        comment: { type: 'string', about: 'What the reader wrote.', optional: true },
        by: { type: 'string', about: 'Who said it.', optional: true },
        at: { type: 'time', about: 'When it was said.', default: '$now' },
      },
    },
  },
  tools: {
    list_categories: {
      kind: 'list',
      effect: 'read',
      title: 'List categories',
      about: 'Lists the categories of articles, by name.',
      collection: 'categories',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only categories whose name contains this text.' },
        parent: { field: 'parent', test: 'is', about: 'Only parts of this category: its id.' },
      },
      sort: 'name',
    },
    create_category: {
      kind: 'create',
      effect: 'create',
      title: 'Add a category',
      about: 'Adds a category for articles.',
      collection: 'categories',
      fields: ['name', 'parent', 'owner'],
    },
    list_feedback: {
      kind: 'list',
      effect: 'read',
      title: 'List feedback',
      about: 'Lists what readers said of articles, newest first.',
      collection: 'feedback',
      filters: {
        article: { field: 'article', test: 'is', about: 'Only feedback on this article: its id.' },
        helpful: { field: 'helpful', test: 'is', about: 'true: only from readers whom it helped; false: only from the others.' },
        since: { field: 'at', test: 'since', about: 'Only feedback of this day or later.' },
        until: { field: 'at', test: 'until', about: 'Only feedback of this day or earlier.' },
      },
      sort: '-at',
    },
    summarize_feedback: {
      kind: 'summarize',
      effect: 'read',
      title: 'Count feedback',
      about: 'Counts what readers said: how many an article helped and how many it did not.',
      collection: 'feedback',
      filters: {
        article: { field: 'article', test: 'is', about: 'Only feedback on this article: its id.' },
        helpful: { field: 'helpful', test: 'is', about: 'true: only from readers whom it helped; false: only from the others.' },
        since: { field: 'at', test: 'since', about: 'Only feedback of this day or later.' },
      },
      groups: ['article', 'helpful', 'at'],
    },
    give_feedback: {
      kind: 'create',
      effect: 'create',
      title: 'Give feedback',
      about: 'Notes down whether an article helped, for those who look after it.',
      collection: 'feedback',
      fields: ['article', 'helpful', 'comment', 'by'],
      sets: { at: '$now' },
    },
  },
};
