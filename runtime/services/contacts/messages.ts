// Messages to people in the address book.
import type { ServicePart } from '../types.ts';

export const messages: ServicePart = {
  collections: {
    messages: {
      about: 'Messages that were sent from the address book.',
      noun: 'message',
      prefix: 'CMS-',
      fields: {
        person: { type: 'reference', to: 'contacts.people', about: 'Who got it: a person in contacts.' },
        to: { type: 'address', about: 'Mail address that it went to; that of the person unless another was given.' },
        message: { type: 'text', about: 'The message itself, plain text.' },
        at: { type: 'time', about: 'When it was sent.', default: '$now' },
      },
    },
  },
  tools: {
    send_message: {
      kind: 'send',
      effect: 'send',
      title: 'Send a message to a person',
      about:
        'Sends a message to one person in the address book at once, to the mail address that stands there unless `to` is another; it cannot be taken back. No mailbox has a copy.',
      collection: 'messages',
      fields: ['message', 'to'],
      from: { argument: 'person', collection: 'people', about: 'Who is to get it: the id of a person.' },
      copies: { person: 'id', to: 'email' },
      sets: { at: '$now' },
      addressees: ['to'],
    },
    list_messages: {
      kind: 'list',
      effect: 'read',
      title: 'List messages',
      about: 'Lists messages that were sent from the address book, in full, newest first. Mails and chat are not among them.',
      collection: 'messages',
      filters: {
        person: { field: 'person', test: 'is', about: 'Only messages to this person: an id in contacts.' },
        to: { field: 'to', test: 'is', about: 'Only messages that went to this mail address.' },
        since: { field: 'at', test: 'since', about: 'Only messages sent on this day or later.' },
        until: { field: 'at', test: 'until', about: 'Only messages sent on this day or earlier.' },
      },
      sort: '-at',
    },
  },
};
