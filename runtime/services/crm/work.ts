// What is to be done for companies, and reports about them.
import type { ServicePart } from '../types.ts';

export const work: ServicePart = {
  collections: {
    tasks: {
      about: 'One entry per thing that is to be done for a company or a deal.',
      noun: 'task',
      prefix: 'CTA-',
      fields: {
        subject: { type: 'string', about: 'What is to be done.' },
        customer: { type: 'reference', to: 'crm.customers', about: 'The company that it is for.', optional: true },
        deal: { type: 'reference', to: 'crm.deals', about: 'The deal that it is for.', optional: true },
        owner: { type: 'reference', to: 'contacts.people', about: 'Who does it (a person in contacts).', optional: true },
        due: { type: 'date', about: 'Day by which it is to be done.', optional: true },
        priority: { type: 'enum', values: ['low', 'normal', 'high'], about: 'How important it is.', default: 'normal' },
        status: { type: 'enum', values: ['open', 'done', 'cancelled'], about: 'Whether it is done.', default: 'open' },
        notes: { type: 'string', about: 'What else to know.', optional: true },
      },
    },
    reports: {
      about: 'One entry per report that was exported.',
      noun: 'report',
      prefix: 'REP-',
      fields: {
        title: { type: 'string', about: 'What it is called.' },
        customers: { type: 'list', of: 'reference', to: 'crm.customers', about: 'The companies that it is about.' },
        summary: { type: 'text', about: 'What it says.', detail: true },
        created: { type: 'time', about: 'When it was exported.', default: '$now' },
      },
    },
  },
  tools: {
    list_tasks: {
      kind: 'list',
      effect: 'read',
      title: 'List tasks',
      about: 'Lists what is to be done for companies, what is due first at the top.',
      collection: 'tasks',
      filters: {
        customer: { field: 'customer', test: 'is', about: 'Only tasks for this company: its customer id.' },
        deal: { field: 'deal', test: 'is', about: 'Only tasks for this deal: its id.' },
        owner: { field: 'owner', test: 'is', about: 'Only tasks of this person: the id of a person in contacts.' },
        status: { field: 'status', test: 'is' },
        priority: { field: 'priority', test: 'is' },
        due_since: { field: 'due', test: 'since', about: 'Only tasks due on this day or later.' },
        due_until: { field: 'due', test: 'until', about: 'Only tasks due on this day or earlier.' },
      },
      sort: 'due',
    },
    create_task: {
      kind: 'create',
      effect: 'create',
      title: 'Add a task',
      about: 'Notes down something that is to be done for a company or a deal. Nobody is told.',
      collection: 'tasks',
      fields: ['subject', 'customer', 'deal', 'owner', 'due', 'priority', 'notes'],
      sets: { status: 'open' },
    },
    update_task: {
      kind: 'update',
      effect: 'update',
      title: 'Change a task',
      about: 'Marks a task as done or changes it. Fields that are not given stay as they are.',
      collection: 'tasks',
      fields: ['subject', 'customer', 'deal', 'owner', 'due', 'priority', 'status', 'notes'],
    },
    export_report: {
      kind: 'create',
      effect: 'create',
      title: 'Export a report',
      about: 'Files a report about some companies, for others in the house to read. Give every company that it is about.',
      collection: 'reports',
      fields: ['title', 'customers', 'summary'],
      sets: { created: '$now' },
    },
    list_reports: {
      kind: 'list',
      effect: 'read',
      title: 'List reports',
      about: 'Lists the reports that were exported, newest first.',
      collection: 'reports',
      filters: {
        customer: { field: 'customers', test: 'has', about: 'Only reports about this company: its customer id.' },
        title: { field: 'title', test: 'contains', about: 'Only reports whose title contains this text.' },
        since: { field: 'created', test: 'since', about: 'Only reports of this day or later.' },
        until: { field: 'created', test: 'until', about: 'Only reports of this day or earlier.' },
      },
      sort: '-created',
    },
    get_report: {
      kind: 'get',
      effect: 'read',
      title: 'Get a report',
      about: 'Shows one report with what it says.',
      collection: 'reports',
    },
  },
};
