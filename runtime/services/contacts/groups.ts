// People taken together: mailing lists and other groups, and the departments of the house.
import type { ServicePart } from '../types.ts';

export const groups: ServicePart = {
  collections: {
    groups: {
      about: 'One entry per mailing list or other group of people.',
      noun: 'group',
      prefix: 'GRP-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        email: { type: 'address', about: 'Mail address of the list: what is sent there goes to every member.', optional: true },
        purpose: { type: 'string', about: 'What it is for.', optional: true },
        owner: { type: 'reference', to: 'contacts.people', about: 'Who decides on its members: a person in contacts.', optional: true },
        members: {
          type: 'list',
          of: 'reference',
          to: 'contacts.people',
          about: 'Who belongs to it: ids of people in contacts.',
          optional: true,
        },
        external: { type: 'boolean', about: 'Whether people outside the house belong to it.', default: false },
      },
    },
    departments: {
      about: 'One entry per department of the house.',
      noun: 'department',
      prefix: 'DPT-',
      fields: {
        name: { type: 'string', about: 'Its name, as it stands with its people.' },
        head: { type: 'reference', to: 'contacts.people', about: 'Who leads it: a person in contacts.', optional: true },
        parent: { type: 'reference', to: 'contacts.departments', about: 'The department that it is a part of.', optional: true },
        cost_center: { type: 'string', about: 'Cost center that its expenses go to.', optional: true },
        location: { type: 'string', about: 'Where it sits.', optional: true },
        email: { type: 'address', about: 'Mail address of the department.', optional: true },
      },
    },
  },
  tools: {
    list_groups: {
      kind: 'list',
      effect: 'read',
      title: 'List groups',
      about: 'Lists mailing lists and other groups with their members, by name.',
      collection: 'groups',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only groups whose name contains this text.' },
        email: { field: 'email', test: 'is', about: 'Only the list with exactly this mail address.' },
        member: { field: 'members', test: 'has', about: 'Only groups that this person belongs to: an id in contacts.' },
        owner: { field: 'owner', test: 'is', about: 'Only groups that this person decides on: an id in contacts.' },
        external: { field: 'external', test: 'is', about: 'true: only groups with people outside the house; false: only those without.' },
      },
      sort: 'name',
    },
    create_group: {
      kind: 'create',
      effect: 'create',
      title: 'Add a group',
      about: 'Adds a mailing list or another group of people.',
      collection: 'groups',
      fields: ['name', 'email', 'purpose', 'owner', 'members', 'external'],
    },
    update_group: {
      kind: 'update',
      effect: 'update',
      title: 'Change a group',
      about:
        'Changes a group: its name, owner or purpose; `add_members` and `remove_members` change who belongs to it, `members` replaces all.',
      collection: 'groups',
      fields: ['name', 'email', 'purpose', 'owner', 'members', 'external'],
      adds: ['members'],
      removes: ['members'],
    },
    delete_group: {
      kind: 'delete',
      effect: 'delete',
      title: 'Delete a group',
      about: 'Removes a group for good; its members stay in the address book.',
      collection: 'groups',
    },
    list_departments: {
      kind: 'list',
      effect: 'read',
      title: 'List departments',
      about: 'Lists the departments of the house, by name. Their people are listed by list_people.',
      collection: 'departments',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only departments whose name contains this text.' },
        head: { field: 'head', test: 'is', about: 'Only departments that this person leads: an id in contacts.' },
        parent: { field: 'parent', test: 'is', about: 'Only parts of this department: its id.' },
        cost_center: { field: 'cost_center', test: 'is', about: 'Only departments with exactly this cost center.' },
      },
      sort: 'name',
    },
    update_department: {
      kind: 'update',
      effect: 'update',
      title: 'Change a department',
      about: 'Changes what is known of one department, such as who leads it. Fields that are not given stay as they are.',
      collection: 'departments',
      fields: ['name', 'head', 'parent', 'cost_center', 'location', 'email'],
    },
  },
};
