// Tools that change the shared folder. What they do there is what the agent could do with its own programs: no record changes.
import { type FileAction, optional, required } from './action.ts';
import { fileAt } from './open.ts';
import { folderPath, parentOf } from './paths.ts';
import { FileRefusal, type FileStore, MOST_ENTRIES, MOST_KEPT, MOST_READ, MOST_WRITTEN } from './store.ts';

const changing = { readOnly: false, destructive: true, idempotent: false };
const adding = { readOnly: false, destructive: false, idempotent: false };

const path = required('path', 'The file, relative to the shared folder, such as report.csv or out/report.csv.');
const to = required('to', 'Its path afterwards, relative to the shared folder, with the name.');
const overwrite = optional('overwrite', { type: 'boolean', about: 'Take the place of a file that is there already; no unless given.' });

export const write: FileAction = {
  hints: changing,
  parameters: [
    path,
    required('text', 'The content; it is written as UTF-8, just as it is given.', 'text'),
    optional('mode', {
      type: 'enum',
      values: ['create', 'overwrite', 'append'],
      about:
        'create: only where there is no such file yet, which is what happens unless given. overwrite: in the place of what is there. append: at the end of what is there.',
    }),
  ],
  notes: `Folders on the way are made. A file holds at most ${MOST_WRITTEN / 1024 / 1024} MB.`,
  run({ args, store }) {
    const target = folderPath(String(args.get('path') ?? ''));
    const mode = args.get('mode') ?? 'create';
    const there = store.look(target);
    if (there !== undefined) fileAt(store, target);
    if (there !== undefined && mode === 'create') refuseTaken(target, 'Give mode overwrite or append, or another path.');
    if (there === undefined) mayAdd(store, target);
    const before = there !== undefined && mode === 'append' ? store.read(target, MOST_WRITTEN) : new Uint8Array();
    const bytes = Buffer.concat([before, Buffer.from(String(args.get('text') ?? ''), 'utf8')]);
    if (bytes.length > MOST_WRITTEN)
      throw new FileRefusal(
        'too_large',
        `The file would be ${bytes.length} bytes; at most ${MOST_WRITTEN} are kept.`,
        'Write less, or several files.',
      );
    store.write(target, bytes);
    return { path: target, size: bytes.length, [there === undefined ? 'created' : 'changed']: true };
  },
};

export const move: FileAction = {
  hints: changing,
  parameters: [path, to, overwrite],
  notes: 'Folders on the way are made.',
  run({ args, store }) {
    const { source, target } = ends(args, store);
    store.move(source, target);
    return { path: target, moved_from: source };
  },
};

export const copy: FileAction = {
  hints: changing,
  parameters: [path, to, overwrite],
  notes: 'Folders on the way are made.',
  run({ args, store }) {
    const { source, target } = ends(args, store);
    mayAdd(store, target);
    const bytes = store.read(source, MOST_READ);
    store.write(target, bytes);
    return { path: target, size: bytes.length, copied_from: source };
  },
};

export const remove: FileAction = {
  hints: changing,
  parameters: [required('path', 'The file or empty folder, relative to the shared folder.')],
  notes: 'It cannot be taken back. A folder has to be empty.',
  run({ args, store }) {
    const target = folderPath(String(args.get('path') ?? ''));
    if (store.look(target)?.kind === 'folder') {
      if (store.entries(target, false, 1).length > 0)
        throw new FileRefusal('conflict', `The folder ${JSON.stringify(target)} is not empty.`, 'Delete what is in it first.');
    } else fileAt(store, target);
    store.remove(target);
    return { path: target, deleted: true };
  },
};

export const makeFolder: FileAction = {
  hints: { ...adding, idempotent: true },
  parameters: [required('path', 'The folder, relative to the shared folder.')],
  notes: 'Folders on the way are made; one that is there already stays as it is.',
  run({ args, store }) {
    const target = folderPath(String(args.get('path') ?? ''));
    const there = store.look(target);
    if (there !== undefined && there.kind !== 'folder') refuseTaken(target, 'Choose another path.');
    if (there === undefined) {
      mayAdd(store, target);
      store.makeFolder(target);
    }
    return { path: target, created: there === undefined };
  },
};

/** From where to where; refused where there is nothing to take, or the place is taken. */
function ends(args: Parameters<FileAction['run']>[0]['args'], store: FileStore): { readonly source: string; readonly target: string } {
  const { path: source } = fileAt(store, folderPath(String(args.get('path') ?? '')));
  const target = folderPath(String(args.get('to') ?? ''));
  if (source === target) throw new FileRefusal('wrong_argument', 'path and to are the same.', 'Give another path in `to`.');
  if (store.look(target) === undefined) reachable(store, target);
  else {
    fileAt(store, target);
    if (args.get('overwrite') !== true) refuseTaken(target, 'Give another path in `to`, or overwrite.');
  }
  return { source, target };
}

/** The folder may become no fuller than this. */
function mayAdd(store: FileStore, target: string): void {
  reachable(store, target);
  if (store.entries('', true, Math.min(MOST_KEPT + 1, MOST_ENTRIES)).length >= MOST_KEPT)
    throw new FileRefusal('too_large', `The shared folder holds ${MOST_KEPT} files and folders already.`, 'Delete what is not needed.');
}

/** What is on the way to it has to be folders, or nothing yet. */
function reachable(store: FileStore, target: string): void {
  for (let at = parentOf(target); at !== ''; at = parentOf(at)) {
    const there = store.look(at);
    if (there !== undefined && there.kind !== 'folder')
      throw new FileRefusal('conflict', `${JSON.stringify(at)} is no folder.`, 'Choose another path.');
  }
}

function refuseTaken(target: string, hint: string): never {
  throw new FileRefusal('conflict', `${JSON.stringify(target)} is there already.`, hint);
}
