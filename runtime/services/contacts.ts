// People the office knows: colleagues, customers' staff, suppliers' staff. Other services refer to them by id.
import { groups } from './contacts/groups.ts';
import { people } from './contacts/people.ts';
import { defineService } from './types.ts';

export const contacts = defineService({
  name: 'contacts',
  title: 'Contacts',
  about:
    'The address book: people with their mail addresses, phone numbers, companies, roles and superiors; departments and mailing lists.',
  collections: { ...people.collections, ...groups.collections },
  tools: { ...people.tools, ...groups.tools },
});
