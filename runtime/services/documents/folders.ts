// Folders, which lie in each other.
import type { ServicePart } from '../types.ts';

export const folders: ServicePart = {
  collections: {
    folders: {
      about: 'One entry per folder.',
      noun: 'folder',
      prefix: 'FOL-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        parent: { type: 'reference', to: 'documents.folders', about: 'The folder that it lies in; absent: at the top.', optional: true },
        owner: { type: 'reference', to: 'contacts.people', about: 'Who keeps it in order (a person in contacts).', optional: true },
        restricted: { type: 'boolean', about: 'Whether only some may see what lies in it.', default: false },
      },
    },
  },
  tools: {
    list_folders: {
      kind: 'list',
      effect: 'read',
      title: 'List folders',
      about: 'Lists folders, by name: those in one folder with `parent`, those at the top with `in_a_folder: false`.',
      collection: 'folders',
      filters: {
        parent: { field: 'parent', test: 'is', about: 'Only folders that lie in this one: its id.' },
        in_a_folder: { field: 'parent', test: 'given', about: 'false: only folders at the top; true: only the others.' },
        name: { field: 'name', test: 'contains', about: 'Only folders whose name contains this text.' },
        owner: { field: 'owner', test: 'is', about: 'Only folders that this person keeps: the id of a person in contacts.' },
        restricted: { field: 'restricted', test: 'is', about: 'true: only folders that not everybody sees; false: only the others.' },
      },
      sort: 'name',
    },
    create_folder: {
      kind: 'create',
      effect: 'create',
      title: 'Make a folder',
      about: 'Makes a folder, at the top unless `parent` says in which one.',
      collection: 'folders',
      fields: ['name', 'parent', 'owner', 'restricted'],
    },
    update_folder: {
      kind: 'update',
      effect: 'update',
      title: 'Move or rename a folder',
      about:
        'Renames a folder or moves it into another one, with everything that lies in it. `parent` without a value moves it to the top.',
      collection: 'folders',
      fields: ['name', 'parent', 'owner', 'restricted'],
    },
  },
};
