// The folder that the agent shares with the office, for agents that have no programs of their own for it, or none for office files.
import { defineService, type FolderTool } from './types.ts';

const onFolder = { kind: 'folder', collection: '' } as const satisfies Partial<FolderTool>;

export const files = defineService({
  name: 'files',
  title: 'Files',
  about: "The shared folder, which is also the agent's own: its files, and the text of PDF, Word and Excel files in it.",
  collections: {},
  tools: {
    list_files: {
      ...onFolder,
      effect: 'read',
      action: 'list',
      title: 'List files',
      about: 'Lists what lies in the shared folder or in a folder inside it.',
    },
    get_file_info: {
      ...onFolder,
      effect: 'read',
      action: 'info',
      title: 'Describe a file',
      about: 'Says what a file or folder is and how large, without its content.',
    },
    read_file: {
      ...onFolder,
      effect: 'read',
      action: 'read',
      title: 'Read a file',
      about: 'Shows the text of a file, line by line.',
    },
    search_files: {
      ...onFolder,
      effect: 'read',
      action: 'search',
      title: 'Search files',
      about: 'Finds files by a text in their name or content, in all folders.',
    },
    write_file: {
      ...onFolder,
      effect: 'update',
      action: 'write',
      title: 'Write a file',
      about: 'Writes a text file, a new one or in the place of another, or adds to its end.',
    },
    move_file: {
      ...onFolder,
      effect: 'update',
      action: 'move',
      title: 'Move a file',
      about: 'Gives a file another name or another folder.',
    },
    copy_file: {
      ...onFolder,
      effect: 'create',
      action: 'copy',
      title: 'Copy a file',
      about: 'Makes a second file with the same content.',
    },
    delete_file: {
      ...onFolder,
      effect: 'delete',
      action: 'delete',
      title: 'Delete a file',
      about: 'Deletes a file, or a folder that holds nothing.',
    },
    make_folder: {
      ...onFolder,
      effect: 'create',
      action: 'make_folder',
      title: 'Make a folder',
      about: 'Makes a folder inside the shared folder.',
    },
  },
});
