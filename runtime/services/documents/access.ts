// Who else may see a document, and what they say of it. Sharing shows it to whoever holds the address, so it counts as sending.
import type { ServicePart } from '../types.ts';

export const access: ServicePart = {
  collections: {
    shares: {
      about: 'One entry per address that a document is shared with.',
      noun: 'share',
      prefix: 'DSH-',
      fields: {
        document: { type: 'reference', to: 'documents.documents', goes_along: true, about: 'The document.' },
        email: { type: 'address', about: 'Mail address of whoever may see it.' },
        access: {
          type: 'enum',
          values: ['view', 'comment', 'edit'],
          about: 'view: may read it; comment: may also comment on it; edit: may also change it.',
          default: 'view',
        },
        message: { type: 'text', about: 'What was written to the address with it.', optional: true, detail: true },
        until: { type: 'date', about: 'Last day of the access; absent: it has no end.', optional: true },
        shared: { type: 'time', about: 'When it was shared.', default: '$now' },
      },
    },
    comments: {
      about: 'What was said of documents.',
      noun: 'comment',
      prefix: 'DCM-',
      fields: {
        document: { type: 'reference', to: 'documents.documents', about: 'The document.' },
        author: { type: 'string', about: 'Who said it.', optional: true },
        body: { type: 'text', about: 'What was said.' },
        resolved: { type: 'boolean', about: 'Whether it was seen to.', default: false },
        at: { type: 'time', about: 'When it was said.', default: '$now' },
      },
    },
  },
  tools: {
    list_shares: {
      kind: 'list',
      effect: 'read',
      title: 'List shares',
      about: 'Lists whom documents are shared with, newest first: of one document with `document`.',
      collection: 'shares',
      filters: {
        document: { field: 'document', test: 'is', about: 'Only shares of this document: its id.' },
        email: {
          field: 'email',
          test: 'contains',
          about: 'Only shares with addresses that contain this text: a whole address, or a domain.',
        },
        access: { field: 'access', test: 'is' },
        ends_until: { field: 'until', test: 'until', about: 'Only shares that end on this day or earlier.' },
      },
      sort: '-shared',
    },
    get_share: {
      kind: 'get',
      effect: 'read',
      title: 'Get a share',
      about: 'Shows one share with what was written to the address.',
      collection: 'shares',
    },
    share_document: {
      kind: 'send',
      effect: 'send',
      title: 'Share a document',
      about:
        'Lets whoever holds a mail address see a document, and tells them so at once. They see every later change of it too, until the share is removed.',
      collection: 'shares',
      fields: ['document', 'email', 'access', 'message', 'until'],
      addressees: ['email'],
      sets: { shared: '$now' },
    },
    update_share: {
      kind: 'update',
      effect: 'update',
      title: 'Change a share',
      about: 'Changes what somebody may do with a document, or until when.',
      collection: 'shares',
      fields: ['access', 'until'],
    },
    remove_share: {
      kind: 'delete',
      effect: 'delete',
      title: 'Stop sharing',
      about: 'Takes the access to a document away from an address. What they have read or copied they have.',
      collection: 'shares',
    },
    list_comments: {
      kind: 'list',
      effect: 'read',
      title: 'List comments',
      about: 'Lists what was said of documents, in full, oldest first: of one document with `document`.',
      collection: 'comments',
      filters: {
        document: { field: 'document', test: 'is', about: 'Only comments on this document: its id.' },
        author: { field: 'author', test: 'contains', about: 'Only comments whose author contains this text.' },
        resolved: { field: 'resolved', test: 'is', about: 'false: only comments still to be seen to; true: only the others.' },
      },
      sort: 'at',
    },
    add_comment: {
      kind: 'create',
      effect: 'create',
      title: 'Comment on a document',
      about: 'Says something of a document, for everybody who sees it.',
      collection: 'comments',
      fields: ['document', 'body', 'author'],
      sets: { at: '$now' },
    },
    resolve_comment: {
      kind: 'update',
      effect: 'update',
      title: 'Mark a comment as seen to',
      about: 'Marks a comment as seen to.',
      collection: 'comments',
      fields: [],
      makes: { resolved: true },
      only_if: { resolved: [false] },
    },
  },
};
