// A record shown by another field than its id: a page by its address.
import { expect, test } from 'vitest';
import { checkDefinition } from '#services/check.ts';
import { catalogue } from '#services/index.ts';
import type { ServiceDefinition } from '#services/types.ts';
import { deskFactory } from '#workspace/desk.ts';

const web = catalogue.web as ServiceDefinition;
const page = { content_type: 'text/html' };
const desk = deskFactory({
  task: 'get-by',
  now: '2026-03-09T08:00:00Z',
  zone: 'Europe/Berlin',
  services: [web],
  settings: { web: { sender: 'office@ours.example' } },
  records: {
    'web.pages': [
      { id: 'PAGE-1', url: 'https://status.example/', title: 'Status', status_code: 503, ...page },
      { id: 'PAGE-2', url: 'https://docs.example/', title: 'Docs', status_code: 200, content: 'How it is done.', ...page },
      { id: 'PAGE-3', url: 'https://docs.example/', title: 'Docs, older', status_code: 200, ...page },
    ],
    'web.notices': [],
  },
})();
const fetch = (args: unknown) => desk.call({ tool: 'web.fetch', args, via: 'proof' });

test('by the field or by the id, the first by id where several have it', () => {
  expect(fetch({ url: 'https://status.example/' })).toMatchObject({ ok: true, result: { id: 'PAGE-1', status_code: 503 } });
  expect(fetch({ url: 'https://docs.example/' })).toMatchObject({ ok: true, result: { id: 'PAGE-2', content: 'How it is done.' } });
  expect(fetch({ id: 'PAGE-3' })).toMatchObject({ ok: true, result: { id: 'PAGE-3' } });
});

test('neither, both, and what is not there are told apart', () => {
  expect(fetch({})).toMatchObject({ ok: false, error: { code: 'wrong_argument', message: 'Neither url nor id was given.' } });
  expect(fetch({ id: 'PAGE-1', url: 'https://docs.example/' })).toMatchObject({
    ok: false,
    error: { code: 'wrong_argument', message: 'Both url and id were given.' },
  });
  expect(fetch({ url: 'https://docs.example/gone' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('the field has to be a single text of the collection', () => {
  const by = (name: string) => {
    const { fetch: tool } = web.tools;
    return checkDefinition({ ...web, tools: { ...web.tools, fetch: { ...tool, by: name } as NonNullable<typeof tool> } });
  };
  expect(by('url')).toEqual([]);
  expect(by('address')).toEqual(['tools.fetch.by: a page has no field address']);
  expect(by('keywords')).toEqual(['tools.fetch.by: keywords is of type list of string; it has to be a single text']);
});
