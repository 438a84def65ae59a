// The web as it was recorded: pages that can be searched and fetched, broken ones too. Nothing here reaches the real web.
import { defineService } from './types.ts';

export const web = defineService({
  name: 'web',
  title: 'Web',
  about: 'A recorded part of the web: pages that can be searched and fetched, and notices about what was found.',
  settings: {
    sender: { type: 'address', about: 'Mail address that notices are sent from.' },
  },
  collections: {
    pages: {
      about: 'One entry per page.',
      noun: 'page',
      prefix: 'PAGE-',
      fields: {
        url: { type: 'string', about: 'Address of the page, in full.' },
        title: { type: 'string', about: 'Title of the page.' },
        source: { type: 'string', about: 'The site it is on, such as status.example.', optional: true },
        published: { type: 'time', about: 'When it was published, where it says so.', optional: true },
        language: { type: 'string', about: 'Language of its text: a code, such as en.', optional: true },
        snippet: { type: 'string', about: 'What a search engine shows of it.', optional: true },
        keywords: { type: 'list', of: 'string', about: 'Words by which it is found beside those in its text.', optional: true },
        status_code: {
          type: 'integer',
          about: 'What the server answers: 200 where all is well, 404 where there is no such page, 503 where it cannot answer.',
          default: 200,
          detail: true,
        },
        content_type: { type: 'string', about: 'What the server sends, such as text/html.', default: 'text/html', detail: true },
        redirect: {
          type: 'string',
          about: 'Address that the server sends the reader on to, with the status 301 or 302.',
          optional: true,
          detail: true,
        },
        content: { type: 'text', about: 'Text of the page; absent where the server sends none.', optional: true, detail: true },
      },
    },
    notices: {
      about: 'Notices that were sent about what was found.',
      noun: 'notice',
      prefix: 'WNT-',
      fields: {
        to: { type: 'list', of: 'address', about: 'Mail addresses that it went to.' },
        subject: { type: 'string', about: 'Subject line.' },
        message: { type: 'text', about: 'The notice itself, plain text.' },
        pages: { type: 'list', of: 'reference', to: 'web.pages', about: 'Pages that it draws on.', optional: true },
        from: { type: 'address', about: 'Mail address it was sent from.' },
        at: { type: 'time', about: 'When it was sent.', default: '$now' },
      },
    },
  },
  tools: {
    search: {
      kind: 'search',
      effect: 'read',
      title: 'Search the web',
      about: 'Finds pages by words in their title, keywords, site, snippet or text, without showing their text. Fewer words find more.',
      collection: 'pages',
      in: ['title', 'keywords', 'source', 'snippet', 'content'],
    },
    list_pages: {
      kind: 'list',
      effect: 'read',
      title: 'Look up pages',
      about: 'Lists pages without their text, newest first: the one at an address with `url`, those of a site with `source`.',
      collection: 'pages',
      filters: {
        url: { field: 'url', test: 'is', about: 'Only the page at exactly this address.' },
        url_contains: { field: 'url', test: 'contains', about: 'Only pages whose address contains this text.' },
        source: { field: 'source', test: 'contains', about: 'Only pages of sites whose name contains this text.' },
        keyword: { field: 'keywords', test: 'has', about: 'Only pages with this keyword.' },
        language: { field: 'language', test: 'is' },
        since: { field: 'published', test: 'since', about: 'Only pages published on this day or later.' },
        until: { field: 'published', test: 'until', about: 'Only pages published on this day or earlier.' },
      },
      sort: '-published',
    },
    fetch: {
      kind: 'get',
      effect: 'read',
      title: 'Fetch a page',
      about:
        'Fetches one page: its text, and in `status_code` what the server answered. list_pages tells the id of the page at an address.',
      collection: 'pages',
    },
    notify: {
      kind: 'send',
      effect: 'send',
      title: 'Send a notice',
      about: 'Sends a notice about what was found to mail addresses at once; it cannot be taken back.',
      collection: 'notices',
      fields: ['to', 'subject', 'message', 'pages'],
      sets: { from: '$setting.sender', at: '$now' },
      addressees: ['to'],
    },
    list_notices: {
      kind: 'list',
      effect: 'read',
      title: 'List notices',
      about: 'Lists notices that were sent, in full, newest first.',
      collection: 'notices',
      filters: {
        to: { field: 'to', test: 'has', about: 'Only notices that went to this mail address.' },
        subject: { field: 'subject', test: 'contains', about: 'Only notices whose subject contains this text.' },
        page: { field: 'pages', test: 'has', about: 'Only notices that draw on this page: its id.' },
      },
      sort: '-at',
    },
  },
});
