// What is to be read or moved has to be a file that is there.
import { FileRefusal, type FileStore, type FolderEntry } from './store.ts';

/** The file at the path; refused where there is none, or something else. */
export function fileAt(store: FileStore, path: string): FolderEntry {
  const entry = store.look(path);
  const shown = JSON.stringify(path);
  if (entry === undefined) throw new FileRefusal('not_found', `There is no file ${shown}.`, 'list_files shows what there is.');
  if (entry.kind === 'folder')
    throw new FileRefusal('wrong_argument', `${shown} is a folder.`, 'Give the path of a file; list_files shows what is in it.');
  if (entry.kind === 'other')
    throw new FileRefusal(
      'wrong_argument',
      `${shown} is a link, a pipe or a device, and is left alone.`,
      'Give the path of a regular file.',
    );
  return entry;
}
