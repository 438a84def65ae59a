// Tools that work on the shared folder in the place of records.

/** What a tool on the shared folder does; the arguments follow from it (runtime/workspace/files/index.ts). */
export type FolderAction = 'list' | 'info' | 'read' | 'search' | 'write' | 'move' | 'copy' | 'delete' | 'make_folder';

/**
 * Works on the agent's folder, which it shares with the office, and on no record: the world stays as it is, and the agent could do the same
 * with its own programs. So it needs no permission, though a scenario can prohibit it.
 */
export interface FolderTool {
  readonly kind: 'folder';
  readonly title: string;
  readonly about: string;
  /** None. */
  readonly collection: '';
  readonly effect: 'read' | 'create' | 'update' | 'delete';
  readonly action: FolderAction;
}
