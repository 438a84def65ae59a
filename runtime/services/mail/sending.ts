// The ways in which a mail leaves the house.
import type { ServiceDefinition } from '../types.ts';

/** What every sent mail is. */
const SENT = { date: '$now', folder: 'sent', read: true } as const;

/** What an answer has from the message that it answers. It goes out from the mailbox that the message lies in. */
const ANSWER = {
  mailbox: 'mailbox',
  from: 'mailbox',
  to: ['reply_to', 'from'],
  subject: { of: 'subject', prefix: 'Re: ' },
  in_reply_to: 'id',
  thread: ['thread', 'id'],
} as const;

export const sending: ServiceDefinition['tools'] = {
  send: {
    kind: 'send',
    effect: 'send',
    title: 'Send a message',
    about: 'Sends a mail from the mailbox at once; it cannot be taken back. A copy is kept in the folder sent.',
    collection: 'messages',
    fields: ['to', 'cc', 'bcc', 'subject', 'body', 'attachments', 'importance', 'in_reply_to'],
    addressees: ['to', 'cc', 'bcc'],
    sets: { from: '$setting.mailbox', ...SENT },
  },
  reply: {
    kind: 'send',
    effect: 'send',
    title: 'Reply',
    about:
      'Answers a message at once: the mail goes to where its sender wants answers (`reply_to`, else `from`) and to nobody else, with the same subject after "Re:", from the mailbox that the message lies in. The message is not quoted.',
    collection: 'messages',
    from: { argument: 'message', about: 'The message to answer: its id.' },
    copies: ANSWER,
    fields: ['body', 'cc', 'bcc', 'attachments'],
    addressees: ['to', 'cc', 'bcc'],
    sets: SENT,
  },
  reply_all: {
    kind: 'send',
    effect: 'send',
    title: 'Reply to all',
    about:
      'Answers a message at once, like reply, and sends copies (`cc`) to everybody else who got the message, without the own address. Unlike with reply, look at `to` and `cc` of the message first: all of them will read the answer.',
    collection: 'messages',
    from: { argument: 'message', about: 'The message to answer: its id.' },
    copies: { ...ANSWER, cc: { all: ['to', 'cc'], without: ['$setting.mailbox'] } },
    fields: ['body', 'bcc', 'attachments'],
    addressees: ['to', 'cc', 'bcc'],
    sets: SENT,
  },
  forward: {
    kind: 'send',
    effect: 'send',
    title: 'Forward a message',
    about:
      'Passes a message on at once, its attachments with it unless `attachments` says others. Its text stands below what is written in `body`; its subject comes after "Fwd:".',
    collection: 'messages',
    from: { argument: 'message', about: 'The message to pass on: its id.' },
    copies: {
      mailbox: 'mailbox',
      from: 'mailbox',
      subject: { of: 'subject', prefix: 'Fwd: ' },
      body: { of: 'body', below: '---------- Forwarded message ----------' },
      attachments: 'attachments',
      forwards: 'id',
      thread: ['thread', 'id'],
    },
    fields: ['to', 'cc', 'bcc', 'body', 'attachments'],
    addressees: ['to', 'cc', 'bcc'],
    sets: SENT,
  },
  send_as: {
    kind: 'send',
    effect: 'send',
    title: 'Send from another mailbox',
    about:
      'Sends a mail at once from one of the mailboxes that list_mailboxes shows, in its name; it cannot be taken back. The copy is kept in the folder sent of that mailbox.',
    collection: 'messages',
    from: { argument: 'mailbox_id', collection: 'mailboxes', about: 'The mailbox to send from: its id.' },
    copies: { mailbox: 'address', from: 'address', from_name: 'name' },
    fields: ['to', 'cc', 'bcc', 'subject', 'body', 'attachments', 'importance', 'in_reply_to'],
    addressees: ['to', 'cc', 'bcc'],
    sets: SENT,
  },
};
