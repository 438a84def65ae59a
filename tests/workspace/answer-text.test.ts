// Answers are put together from pieces written before; nobody may see a difference.
import { expect, test } from 'vitest';
import type { Json } from '#grader/evidence/types.ts';
import { answerJson, answerText } from '#workspace/answer-text.ts';

const ticket = { id: 'TIC-1', subject: 'Büro "A"\n\u2028', tags: ['a'], urgent: true };

test.each<Json>([
  { items: [], total: 0 },
  { items: [ticket, ticket], total: 2, next_cursor: 'WzFd' },
  { items: [ticket] },
  { items: [1, null, 'x', [ticket]], total: 4 },
  { items: 'none', total: 0 },
  { total: 1, items: [ticket] },
  ticket,
  [ticket],
  'a text',
  null,
])('as JSON.stringify writes it: %j', (result) => {
  for (const _ of ['first', 'again']) {
    expect(answerJson({ ok: true, result })).toBe(JSON.stringify({ ok: true, result }));
    expect(answerText({ ok: true, result })).toBe(JSON.stringify(result));
  }
});
