// What can be asked of a call: its arguments, whom it reached or would have, and what it said.
import { describe, expect, test } from 'vitest';
import { argumentsOf, asFound, inWords, misses } from '#grader/checks/fields.ts';
import { type Act, evidenceOf, mail } from './build.ts';

const asked = (act: Act) => {
  const [entry] = evidenceOf([act]).entries;
  if (entry === undefined) throw new Error('no call');
  return argumentsOf(entry);
};

describe('whom a call that was refused would have reached', () => {
  test.each<[what: string, args: Act['args'] & object, recipients: readonly string[]]>([
    ['an address', { to: 'ann@a.example' }, ['ann@a.example']],
    ['several in one argument', { to: 'ann@a.example, ben@b.example; cat@c.example' }, ['ann@a.example', 'ben@b.example', 'cat@c.example']],
    ['a list', { to: ['ann@a.example'], cc: ['ben@b.example'] }, ['ann@a.example', 'ben@b.example']],
    ['each once', { to: ['ann@a.example'], cc: 'ann@a.example' }, ['ann@a.example']],
    ['with a name before it', { to: ['Ann Lee <ann@a.example>', 'Ben <ben@b.example> '] }, ['ann@a.example', 'ben@b.example']],
    ['with blanks around it', { to: [' ann@a.example '], cc: ' ben@b.example ' }, ['ann@a.example', 'ben@b.example']],
    ['a text that quotes one', { body: 'see ann@a.example', lines: ['see <ann@a.example> for more'] }, []],
    ['a list of something else', { ids: ['TIC-204', 7, null] }, []],
    ['a number', { to: 7 }, []],
    ['nothing', {}, []],
  ])('%s', (_, args, recipients) => {
    expect(asked({ tool: 'mail.send', args, outcome: 'refused' }).recipients).toEqual(recipients);
  });
});

test('whom a call that was accepted reached is what it sent, whatever it was given', () => {
  expect(asked({ ...mail('M-1', ['ann@a.example', 'ann@a.example'], 'Hi'), args: { to: 'ben@b.example' } }).recipients).toEqual([
    'ann@a.example',
  ]);
  expect(asked({ tool: 'mail.draft', args: { to: 'ben@b.example' } }).recipients).toEqual([]);
});

test('what a call said: its texts, but for addresses', () => {
  const args = { subject: 'Overdue', to: 'ann@a.example', lines: ['one', 2, 'ben@b.example'], count: 3, data: { text: 'deep' } };
  expect(asked({ tool: 'x.y', args }).texts).toEqual(['Overdue', 'one']);
  expect(asked({ tool: 'x.y', args })).toMatchObject(args);
});

test('what was expected and what was found, in words', () => {
  expect(misses({ priority: 'urgent', status: 'open' }, { priority: 'urgent', status: 'closed' })).toEqual(['status']);
  expect(misses({ constructor: 'urgent' }, {})).toEqual(['constructor']);
  expect(inWords({ priority: 'urgent', status: 'open' })).toBe('priority "urgent", status "open"');
  expect(asFound(['priority', 'due'], { priority: 'high' })).toBe('priority "high", due nothing');
});
