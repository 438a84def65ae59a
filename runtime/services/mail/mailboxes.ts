// Other mailboxes that are open to the person: shared ones, and those of people they stand in for.
import type { ServicePart } from '../types.ts';

export const mailboxes: ServicePart = {
  collections: {
    mailboxes: {
      about: 'One entry per mailbox that is open to the person you work for. Their own needs none.',
      noun: 'mailbox',
      prefix: 'MBX-',
      fields: {
        address: { type: 'address', about: 'Its mail address; what lies in it has this as `mailbox`.' },
        name: { type: 'string', about: 'Display name that its mails are sent with.' },
        kind: {
          type: 'enum',
          values: ['personal', 'shared'],
          about: 'personal: of one person; shared: of a team, such as support@.',
          default: 'shared',
        },
        owner: { type: 'reference', to: 'contacts.people', about: 'Who answers for it (a person in contacts).', optional: true },
        members: {
          type: 'list',
          of: 'reference',
          to: 'contacts.people',
          about: 'Who reads it: ids of people in contacts.',
          optional: true,
        },
        purpose: { type: 'string', about: 'What it is for.', optional: true },
        auto_reply: { type: 'text', about: 'What everybody who writes to it gets back; absent: nothing.', optional: true },
        auto_reply_until: { type: 'date', about: 'Last day of the automatic reply.', optional: true },
      },
    },
  },
  tools: {
    list_mailboxes: {
      kind: 'list',
      effect: 'read',
      title: 'List mailboxes',
      about: 'Lists the mailboxes that are open to the person you work for beside their own, with their automatic replies.',
      collection: 'mailboxes',
      filters: {
        address: { field: 'address', test: 'is', about: 'Only the mailbox with this address.' },
        name: { field: 'name', test: 'contains', about: 'Only mailboxes whose display name contains this text.' },
        kind: { field: 'kind', test: 'is' },
        owner: { field: 'owner', test: 'is', about: 'Only mailboxes of this person: the id of a person in contacts.' },
        member: { field: 'members', test: 'has', about: 'Only mailboxes that this person reads: the id of a person in contacts.' },
      },
      sort: 'address',
    },
    set_auto_reply: {
      kind: 'update',
      effect: 'update',
      title: 'Set the automatic reply',
      about: 'Sets what everybody who writes to a mailbox gets back, and until when. `auto_reply` without a value turns it off.',
      collection: 'mailboxes',
      fields: ['auto_reply', 'auto_reply_until'],
    },
  },
};
