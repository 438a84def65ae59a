// The mail of one person, and of the shared mailboxes that the person works in. Sending is a way out of the house, so it has an
// effect class of its own.
import { attachments } from './mail/attachments.ts';
import { drafts } from './mail/drafts.ts';
import { mailboxes } from './mail/mailboxes.ts';
import { messages } from './mail/messages.ts';
import { sending } from './mail/sending.ts';
import { defineService } from './types.ts';

export const mail = defineService({
  name: 'mail',
  title: 'Mail',
  about: 'The mailbox of the person you work for, and others that are open to them: received and sent messages, drafts, attachments.',
  settings: {
    mailbox: { type: 'address', about: 'The address that the mailbox belongs to and that messages are sent from.' },
  },
  collections: { ...messages.collections, ...attachments.collections, ...mailboxes.collections },
  tools: { ...messages.tools, ...sending, ...drafts, ...attachments.tools, ...mailboxes.tools },
});
