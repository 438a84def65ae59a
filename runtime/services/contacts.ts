// People the office knows: colleagues, customers' staff, suppliers' staff. Other services refer to them by id.
import { defineService } from './types.ts';

export const contacts = defineService({
  name: 'contacts',
  title: 'Contacts',
  about: 'The address book: people with their mail addresses, phone numbers, companies and roles.',
  collections: {
    people: {
      about: 'One entry per person.',
      noun: 'person',
      prefix: 'CON-',
      fields: {
        name: { type: 'string', about: 'Full name, as written in the address book.' },
        email: { type: 'address', about: 'Mail address.' },
        phone: { type: 'string', about: 'Phone number, as written.', optional: true },
        company: { type: 'string', about: 'Company the person works for.', optional: true },
        role: { type: 'string', about: 'Job title or role, such as "account manager".', optional: true },
        department: { type: 'string', about: 'Department, such as "Finance".', optional: true },
        notes: { type: 'text', about: 'Free notes about the person.', optional: true, detail: true },
      },
    },
  },
  tools: {
    list_people: {
      kind: 'list',
      effect: 'read',
      title: 'List people',
      about: 'Lists the people in the address book, by name. Without filters it lists everybody.',
      collection: 'people',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only people whose name contains this text.' },
        email: { field: 'email', test: 'is', about: 'Only the people with exactly this mail address.' },
        company: { field: 'company', test: 'contains', about: 'Only people whose company contains this text.' },
        role: { field: 'role', test: 'contains', about: 'Only people whose role contains this text.' },
        department: { field: 'department', test: 'contains', about: 'Only people whose department contains this text.' },
      },
      sort: 'name',
    },
    get_person: {
      kind: 'get',
      effect: 'read',
      title: 'Get a person',
      about: 'Shows one person with every field, notes included.',
      collection: 'people',
    },
    search_people: {
      kind: 'search',
      effect: 'read',
      title: 'Search people',
      about: 'Finds people by words in their name, mail address, phone number, company, role, department or notes.',
      collection: 'people',
      in: ['name', 'email', 'phone', 'company', 'role', 'department', 'notes'],
    },
    create_person: {
      kind: 'create',
      effect: 'create',
      title: 'Add a person',
      about: 'Adds a person to the address book.',
      collection: 'people',
      fields: ['name', 'email', 'phone', 'company', 'role', 'department', 'notes'],
    },
    update_person: {
      kind: 'update',
      effect: 'update',
      title: 'Change a person',
      about: 'Changes fields of one person. Fields that are not given stay as they are.',
      collection: 'people',
      fields: ['name', 'email', 'phone', 'company', 'role', 'department', 'notes'],
    },
  },
});
