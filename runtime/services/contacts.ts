// People the office knows: colleagues, customers' staff, suppliers' staff. Other services refer to them by id.
import { groups } from './contacts/groups.ts';
import { messages } from './contacts/messages.ts';
import { people } from './contacts/people.ts';
import { defineService } from './types.ts';

export const contacts = defineService({
  name: 'contacts',
  title: 'Contacts',
  about:
    'The address book: people with their mail addresses, phone numbers, companies, roles and superiors; departments and mailing lists; messages to people.',
  collections: { ...people.collections, ...groups.collections, ...messages.collections },
  tools: { ...people.tools, ...groups.tools, ...messages.tools },
});
