// What was left alone or stands beside the answer: headings, items, sentences, and requests that ask in the negative.
import { describe, expect, test } from 'vitest';
import type { Reading } from '#grader/answer-part.ts';
import { askedNegations, deniesBefore, isDeniedItem, readHeading, readSentence } from '#grader/left-alone.ts';
import { readyNames } from '#grader/text.ts';

const names = readyNames(['TIC-1', 'TIC-2', 'TIC-3']);
const nothing: ReadonlySet<string> = new Set();

/** `answer: not pay` where the one word of the heading is known. */
function inWords({ kind, about, denies }: Reading): string {
  return about === undefined ? kind : `${kind}: ${denies ? 'not ' : ''}${about}`;
}

describe('a heading', () => {
  test.each<[heading: string, reading: string]>([
    ['', 'answer'],
    ['Late tickets:', 'answer'],
    // What is marked as one.
    ['Not raised:', 'denied'],
    ['Not raised: ', 'denied'],
    ['_Not raised:_', 'denied'],
    ['**Not raised**', 'denied'],
    ['> **Not raised**', 'denied'],
    ['__Not raised__', 'denied'],
    ['# Not raised', 'denied'],
    ['> # Not raised', 'denied'],
    // A line like any other.
    ['Not raised', 'answer'],
    ['Not raised (as in #4711)', 'answer'],
    ['Not raised: see below', 'answer'],
    ['Not raised, **sorry**', 'answer'],
    // Left alone, in more words.
    ['Left alone (too fresh):', 'denied'],
    ['These were not touched because they are fresh:', 'denied'],
    ['I looked at these too, but left them alone:', 'denied'],
    ['Not raised by anybody else:', 'aside'],
    // One word, and whether it is denied.
    ['Paid:', 'answer: pay'],
    ['# Paid', 'answer: pay'],
    ['Handed over:', 'answer: hand'],
    ['These are paid:', 'answer: pay'],
    ['Not paid:', 'answer: not pay'],
    ['Not yet paid:', 'answer: not pay'],
    ['Unpaid:', 'answer: not pay'],
    ['They were unpaid:', 'answer: not pay'],
    ['Unit:', 'answer: unit'],
    ['Customers who paid:', 'answer'],
    ['Paid in March:', 'answer'],
    // "Not" and words of which nothing is known.
    ['Not a refund:', 'aside'],
    ['## Not a refund', 'aside'],
    ['## Not a refund ##', 'aside'],
    ['Not yet a refund:', 'aside'],
    ['Not a refund (12):', 'aside'],
    ['Not entitled to it at all:', 'aside'],
    ['Not in March 2026:', 'aside'],
    ['Not eligible:', 'aside'],
    ['Not paid by anybody in the office:', 'answer'],
    ['Customers not yet told about it:', 'answer'],
  ])('%j: %s', (heading, reading) => {
    expect(inWords(readHeading(heading, nothing))).toBe(reading);
  });

  test.each(
    [
      ['Next step', 'Next steps', 'To do', 'To-do', 'Todo', 'Follow-ups', 'Follow up', 'Followup', 'FYI', 'Note', 'Notes'],
      ['For information', 'For your information', 'For the record', 'For comparison', '## Background'],
      ['Other tickets', 'Others', 'The other tickets', 'The others', 'The rest'],
      ['Checked', 'Double-checked', 'Cross-checked', 'I also checked these', 'I  also  checked'],
      ['Tickets I checked', 'Ticket already closed', 'Record already closed', 'Records already closed', 'The following are in order'],
      ['Near miss', 'Near misses', 'Nothing to do'],
      ['Below threshold', 'Below the threshold', 'Below a threshold', 'Below a recently agreed limit'],
      ['Under the usual cut-off', 'Under our cutoff', 'Below 500 EUR', 'Below €500', 'Below 5 days', 'Below 5k', 'Not above 1,500.50 EUR'],
    ].flat(),
  )('%s: beside the answer', (heading) => {
    expect(readHeading(`${heading}:`, nothing)).toEqual({ kind: 'aside' });
  });

  test.each([
    'Late tickets, all double-checked:',
    'Notebooks to replace:',
    'Finest offers of all:',
    'I checked all of them and raised these:',
    'I looked at all of them. These are late:',
    'Below freezing:',
  ])('%s is about the answer', (heading) => {
    expect(readHeading(heading, nothing)).toEqual({ kind: 'answer' });
  });

  test.each<[heading: string, asked: string, reading: string]>([
    ['Not raised:', 'rais', 'answer'],
    ['Raised:', 'rais', 'aside'],
    ['Not handed on:', 'rais', 'denied'],
    ['Left alone:', 'left alone', 'aside'],
    ['Left alone:', 'rais', 'denied'],
    ['Unpaid:', 'pay', 'answer'],
    ['Paid:', 'pay', 'aside'],
    ['Handed on:', 'hand', 'aside'],
    ['Not handed on to Ida:', 'hand', 'answer'],
    ['Not handed on to Ida:', 'pay', 'aside'],
  ])('%s where the request asks what is not %j: %s', (heading, asked, reading) => {
    expect(inWords(readHeading(heading, new Set([asked])))).toBe(reading);
  });
});

describe('an item', () => {
  test.each<[line: string, isDenied: boolean]>([
    ['- TIC-3: not raised', true],
    ['TIC-3 (unchanged)', true],
    ['TIC-3 → skipped', true],
    ['TIC-3 - not raised', true],
    ['TIC-3 – not raised', true],
    ['TIC-3 -- not raised', true],
    ['| TIC-3 | left alone |', true],
    ['  | TIC-3 | 2 days | left alone |', true],
    ['|TIC-3|**left alone**|', true],
    ['| | TIC-3 | left alone |', true],
    ['TIC-3 | left alone', true],
    ['TIC-3: **not raised**', true],
    ['TIC-3: fresh, two days old: left alone', true],
    // It says nothing of that kind, or the opposite first.
    ['TIC-3: fresh', false],
    ['TIC-3', false],
    ['TIC-3 not-raised', false],
    ['TIC-1: raised – not updated since', false],
    ['TIC-1: raised: unchanged', false],
    // Nor does it say that of what it names.
    ['Not raised: TIC-3', false],
    ['Reason: not raised, like TIC-3', false],
  ])('%j: %s', (line, isDenied) => {
    expect(isDeniedItem(line, names, nothing)).toBe(isDenied);
  });

  test('is what the request asks for', () => {
    expect(isDeniedItem('TIC-3: not raised', names, new Set(['rais']))).toBe(false);
    expect(isDeniedItem('TIC-3: not sent', names, new Set(['rais']))).toBe(true);
    expect(isDeniedItem('TIC-3: left alone', names, new Set(['left alone']))).toBe(false);
  });
});

describe('a sentence', () => {
  test.each<[sentence: string, kind: string, text?: string]>([
    ['TIC-1 is late.', 'stands'],
    ['TIC-3 – not raised.', 'denied'],
    ['Not raised: TIC-3.', 'denied'],
    ['Left alone – TIC-3.', 'denied'],
    ['Not raised were TIC-1 and TIC-2.', 'denied'],
    ['**Not raised**: TIC-3.', 'denied'],
    ['__Not raised__: TIC-3.', 'denied'],
    ['Unchanged (so far).', 'stands'],
    // Of the words behind "not" nothing is known.
    ['Not a refund: TIC-3.', 'aside'],
    ['Not a refund (12): TIC-3.', 'aside'],
    ['Not a refund (12) : TIC-3.', 'aside'],
    ['Not a refund.', 'stands'],
    // In the passive.
    ['TIC-3 was not raised.', 'denied'],
    ['(TIC-3 was not raised.)', 'denied'],
    ['TIC-3 was not raised, reason: too fresh.', 'denied'],
    ['To be clear: TIC-3 was not raised.', 'stands'],
    // Left as it was.
    ['TIC-3 stays as it is.', 'denied'],
    ['TIC-3 stays as it is: too fresh.', 'denied'],
    ['Note: TIC-3 stays as it is.', 'stands'],
    ['I left TIC-3 alone.', 'denied'],
    ['I deliberately left TIC-3 as it was.', 'denied'],
    // What else it says stands.
    ['TIC-1 was raised and TIC-3 was not raised.', 'stands', 'TIC-1 was raised'],
    ['TIC-1 was raised, TIC-3 was not raised.', 'stands', 'TIC-1 was raised'],
    ['TIC-1 was raised – TIC-3 was not raised.', 'stands', 'TIC-1 was raised '],
    ['TIC-1 was raised and TIC-2 and TIC-3 were not raised.', 'stands', 'TIC-1 was raised'],
    ['TIC-1 was raised, TIC-2 and TIC-3 were not raised.', 'stands', 'TIC-1 was raised'],
    ['TIC-1 was raised and TIC-3 – two days old – was not raised.', 'stands', 'TIC-1 was raised'],
    ['TIC-1 was raised, TIC-2 as well, but TIC-3 was not raised.', 'stands', 'TIC-1 was raised, TIC-2 as well, '],
    ['I raised TIC-1 and TIC-2, but TIC-3 was not raised.', 'stands', 'I raised TIC-1 and TIC-2, '],
    ['I raised TIC-1, but TIC-2 and TIC-3 were not raised.', 'stands', 'I raised TIC-1, '],
    ['I raised TIC-1 but told Ida, and TIC-3 was not raised.', 'stands', 'I raised TIC-1 but told Ida, '],
    ['I raised TIC-1 but not TIC-2; TIC-3 was not raised.', 'stands', 'I raised TIC-1 but not TIC-2'],
    ['I raised TIC-1, TIC-2 and TIC-3 was not raised.', 'stands', 'I raised TIC-1, TIC-2 '],
    ['I raised TIC-1, TIC-3 was not raised.', 'stands', 'I raised TIC-1'],
    ['TIC-3 was updated, but was not raised.', 'stands'],
    ['I raised TIC-1 before TIC-3 was not touched any more.', 'stands'],
  ])('%j: %s', (sentence, kind, text = sentence) => {
    const said = readSentence(sentence, names, nothing);
    expect({ ...said, text: said.text.replace(/ $/, '') }).toEqual({ kind, text: text.replace(/ $/, '') });
  });

  test.each<[sentence: string, asked: string, kind: string]>([
    ['TIC-3 was not raised.', 'rais', 'stands'],
    ['Not raised: TIC-3.', 'rais', 'stands'],
    ['Left alone: TIC-3.', 'left alone', 'aside'],
    ['TIC-3 stays as it is.', 'left alone', 'aside'],
    ['Not a refund: TIC-3.', 'refund', 'stands'],
    ['Not a refund: TIC-3.', 'rais', 'aside'],
  ])('%s where the request asks what is not %j: %s', (sentence, asked, kind) => {
    expect(readSentence(sentence, names, new Set([asked]))).toEqual({ kind, text: sentence });
  });
});

describe('a sentence about what stands before it', () => {
  test.each<[sentence: string, denies: boolean]>([
    ['They were not raised.', true],
    ['(These  were not raised.)', true],
    ['**Both** have not been raised yet.', true],
    ['None of them was raised.', true],
    ['None of these has been raised', true],
    ['They are late.', false],
    ['TIC-3 was not raised.', false],
    ['Some of these were not raised.', false],
    ['They and TIC-3 were not raised.', false],
    ['None of them was raised by Ida.', false],
  ])('%j: %s', (sentence, denies) => {
    expect(deniesBefore(sentence, nothing)).toBe(denies);
  });

  test('is what the request asks for', () => {
    expect(deniesBefore('They were not raised.', new Set(['rais']))).toBe(false);
    expect(deniesBefore('None of them was raised.', new Set(['rais']))).toBe(false);
    expect(deniesBefore('None of them was sent.', new Set(['rais']))).toBe(true);
  });
});

test.each<[request: string, stems: string[]]>([
  ['Which of them have you not yet told?', ['tell']],
  ['Which did nobody answer? Which did you not send?', ['send']],
  ['Which ones didn’t you escalate?', ['escalat']],
  ['Name the customers that did not reply.', ['reply']],
  ["Name the invoices we didn't book.", ['book']],
  ['Which remain to be edited, which were never SENT?', ['edit', 'send']],
  ['The unpaid ones, and those not being charged.', ['charg', 'pay']],
  ['Which were skipped and not updated?', ['left alone', 'updat']],
])('%j asks for what is not %j', (request, stems) => {
  expect(askedNegations(request)).toEqual(stems);
});
