// Documents of the house as records: what they say, where they lie, what they were before, and who else may see them.
import { access } from './documents/access.ts';
import { content } from './documents/content.ts';
import { folders } from './documents/folders.ts';
import { defineService } from './types.ts';

export const documents = defineService({
  name: 'documents',
  title: 'Documents',
  about: 'The document store: folders, documents with their text and earlier versions, comments, and whom they are shared with.',
  collections: { ...folders.collections, ...content.collections, ...access.collections },
  tools: { ...folders.tools, ...content.tools, ...access.tools },
});
