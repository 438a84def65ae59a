// What is attached to mails: name, kind and text. A message names its attachments, so that one can go out again with another mail.
import type { ServicePart } from '../types.ts';

export const attachments: ServicePart = {
  collections: {
    attachments: {
      about: 'One entry per attached file; messages refer to it.',
      noun: 'attachment',
      prefix: 'ATT-',
      fields: {
        name: { type: 'string', about: 'File name, such as "invoice-0417.pdf".' },
        type: { type: 'string', about: 'Media type, such as "application/pdf".', default: 'text/plain' },
        size: { type: 'integer', about: 'Size in bytes.', optional: true },
        text: { type: 'text', about: 'What can be read in it, plain text.', optional: true, detail: true },
        document: {
          type: 'reference',
          to: 'documents.documents',
          goes_along: true,
          about: 'The document that it is a copy of (in documents).',
          optional: true,
        },
        path: { type: 'string', about: 'Where the file itself lies in the shared folder.', optional: true },
      },
    },
  },
  tools: {
    list_attachments: {
      kind: 'list',
      effect: 'read',
      title: 'List attachments',
      about: 'Lists attached files, by name. Which message carries which stands in the message.',
      collection: 'attachments',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only files whose name contains this text, such as ".pdf".' },
        type: { field: 'type', test: 'contains', about: 'Only files whose media type contains this text, such as "image/".' },
        document: { field: 'document', test: 'is', about: 'Only copies of this document: its id in documents.' },
      },
      sort: 'name',
    },
    get_attachment: {
      kind: 'get',
      effect: 'read',
      title: 'Open an attachment',
      about: 'Shows one attached file with the text that is in it.',
      collection: 'attachments',
    },
    search_attachments: {
      kind: 'search',
      effect: 'read',
      title: 'Search attachments',
      about: 'Finds attached files by words in their name or text.',
      collection: 'attachments',
      in: ['name', 'text'],
    },
    add_attachment: {
      kind: 'create',
      effect: 'create',
      title: 'Make an attachment',
      about:
        'Makes a file that can be attached: give the new id as one of the `attachments` of a mail or draft. By itself it goes nowhere.',
      collection: 'attachments',
      fields: ['name', 'type', 'text', 'document'],
    },
  },
};
