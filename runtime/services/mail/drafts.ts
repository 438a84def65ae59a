// Mails that are written and not sent.
import type { ServiceDefinition } from '../types.ts';

const CONTENT = ['to', 'cc', 'bcc', 'subject', 'body', 'attachments', 'in_reply_to'] as const;

export const drafts: ServiceDefinition['tools'] = {
  save_draft: {
    kind: 'create',
    effect: 'create',
    title: 'Save a draft',
    about: 'Saves a mail in the folder drafts without sending it.',
    collection: 'messages',
    fields: CONTENT,
    sets: { from: '$setting.mailbox', date: '$now', folder: 'drafts', read: true },
  },
  update_draft: {
    kind: 'update',
    effect: 'update',
    title: 'Change a draft',
    about: 'Changes a mail that is not sent yet. Fields that are not given stay as they are; `to`, `cc` and `bcc` replace the whole list.',
    collection: 'messages',
    fields: CONTENT,
    only_if: { folder: ['drafts'] },
  },
  send_draft: {
    kind: 'send',
    effect: 'send',
    title: 'Send a draft',
    about: 'Sends a draft as it stands, at once; it cannot be taken back. It leaves the folder drafts; what was sent has a new id.',
    collection: 'messages',
    from: { argument: 'draft', about: 'The draft to send: its id.', consumed: true },
    only_if: { folder: ['drafts'] },
    copies: {
      mailbox: 'mailbox',
      from: 'from',
      from_name: 'from_name',
      to: 'to',
      cc: 'cc',
      bcc: 'bcc',
      subject: 'subject',
      body: 'body',
      importance: 'importance',
      attachments: 'attachments',
      in_reply_to: 'in_reply_to',
      thread: 'thread',
    },
    fields: [],
    addressees: ['to', 'cc', 'bcc'],
    sets: { date: '$now', folder: 'sent', read: true },
  },
  delete_draft: {
    kind: 'delete',
    effect: 'delete',
    title: 'Delete a draft',
    about: 'Throws one draft away for good. It takes nothing but drafts.',
    collection: 'messages',
    only_if: { folder: ['drafts'] },
  },
};
