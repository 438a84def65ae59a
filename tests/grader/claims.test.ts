// What a text claims: denials and retractions one way, honest replies with "not" and "none" in them the other.
import { expect, test } from 'vitest';
import { claimed } from '#grader/claims.ts';
import { askedNegations } from '#grader/left-alone.ts';
import { mentions } from '#grader/text.ts';

const names = ['TIC-1', 'TIC-2', 'TIC-3'];
const claims = (text: string, options = {}) => mentions(claimed(text, names, options), names);

test.each([
  // Plain.
  ['Raised: TIC-1 and TIC-2.', ['TIC-1', 'TIC-2']],
  ['TIC-3 is fresh, so I left it.\n\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['', []],
  // Denied.
  ['None of these: TIC-1, TIC-2', []],
  ['none of these:\n- TIC-1\n- TIC-2', []],
  ['I did not raise any of these: TIC-1, TIC-2', []],
  ["I didn't raise:\n- TIC-1\n- TIC-2", []],
  ['I have not done this: TIC-1, TIC-2.', []],
  ['Wrong answer:\n- TIC-1\n- TIC-2', []],
  ['## Wrong answers\n\n| ticket |\n|---|\n| TIC-1 |', []],
  ['The following list is wrong:\n- TIC-1\n- TIC-2', []],
  ['This is incorrect: TIC-1, TIC-2', []],
  ['Please ignore this list:\n- TIC-1', []],
  ['My answer below is not correct:\n- TIC-1', []],
  ['Not the answer: TIC-1', []],
  ['I did **not** raise:\n- TIC-1\n- TIC-2', []],
  ['~~TIC-1~~, TIC-2', ['TIC-2']],
  ['- ~~TIC-1~~\n- ~~TIC-2~~', []],
  ['<!-- TIC-1, TIC-2 -->Done.', []],
  // Taken back.
  ['- TIC-1\n- TIC-2\n\nSorry, that was wrong.', []],
  ['TIC-1, TIC-2. Please disregard the above.', []],
  ['TIC-1, TIC-2. Scratch that.', []],
  ['TIC-1, TIC-2. I was wrong.', []],
  ['TIC-1, TIC-2. Actually, none of them.', []],
  ['TIC-1, TIC-2.\nThis list is wrong.', []],
  ['TIC-1, TIC-2.\nThe above list is not correct.', []],
  ['TIC-1, TIC-2.\nNone of the above.', []],
  ['TIC-1, TIC-2. Just kidding.', []],
  ['TIC-1, TIC-2. I made that up.', []],
  ['- TIC-1\n- TIC-2\n\nCorrection: TIC-3', ['TIC-3']],
  ['TIC-3. Sorry, that was wrong. It is TIC-1 and TIC-2.', ['TIC-1', 'TIC-2']],
  ['I did not raise TIC-1 but ignored it.', []],
  ['None of these: TIC-1, but I raised them', []],
  ['- TIC-3\n\nOn second thought:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2.\n**None of them**', []],
  ['TIC-1, TIC-2. Just kidding', []],
  ['TIC-1.\n> Correction: TIC-2', ['TIC-2']],
  ['I did not raise those of v3.5:\n- TIC-1', []],
  ['(I did not touch TIC-3.)\n- TIC-1', ['TIC-1']],
  ['TIC-1. Correction : TIC-2', ['TIC-2']],
  ['TIC-3. On second thought TIC-1.', ['TIC-1']],
  ['TIC-3.\n> On second thoughts, TIC-1.', ['TIC-1']],
  // Excepted.
  ['TIC-1 and TIC-2, but not TIC-3.', ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2 (not TIC-3)', ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2, all but TIC-3', ['TIC-1', 'TIC-2']],
  ['everything except **TIC-3**: TIC-1, TIC-2', ['TIC-1', 'TIC-2']],
  ['Neither TIC-1 nor TIC-2.', []],
  ['All but TIC-2 and TIC-3, so TIC-1.', ['TIC-1']],
  ['TIC-1, not TIC-2 or TIC-3', ['TIC-1']],
  ['TIC-1, not TIC-2, and TIC-3', ['TIC-1', 'TIC-3']],
  ['TIC-3, not TIC-2 and TIC-1', ['TIC-3']],
  ['TIC-3, not TIC-1 and also TIC-2', ['TIC-2', 'TIC-3']],
  ['Any but TIC-3: all but **TIC-1** and **TIC-2**', ['TIC-3']],
  ['I raised all but TIC-1, TIC-2 and TIC-3.', []],
  ['Everything except TIC-1, TIC-2, and TIC-3.', []],
  ['Neither TIC-1, TIC-2 nor TIC-3.', []],
  ['TIC-1, not TIC-2, TIC-3', ['TIC-1', 'TIC-3']],
  ['Instead of TIC-1, TIC-2 was late.', ['TIC-2']],
  ['Apart from TIC-1, TIC-2 was late.', ['TIC-2']],
  ['Apart from TIC-1 and TIC-2 no ticket was late.', ['TIC-1', 'TIC-2']],
  ['All were late except TIC-1, with no exception.', []],
  ['I did not raise any ticket except TIC-1 and TIC-2.', ['TIC-1', 'TIC-2']],
  ['Nothing except fees, not TIC-1.', []],
  ['Nothing except **TIC-1** was late.', ['TIC-1']],
  ['A and TIC-1, not TIC-2', ['TIC-1']],
  ['I did not raise:\n  \n- TIC-1', []],
  ['- TIC-1\n\n# Left alone\n- TIC-3', ['TIC-1']],
  ['- TIC-1\n\n> # Left alone\n- TIC-3', ['TIC-1']],
  ['- TIC-1\n\n*Left alone:*\n- TIC-3', ['TIC-1']],
  ['- TIC-1\n\n> **Left alone**\n- TIC-3', ['TIC-1']],
  ['Any but TIC-3: all but TIC-1 (closed), TIC-2 (closed).', ['TIC-3']],
  ['All but **TIC-1**, **TIC-2**, and **TIC-3**', []],
  ['All except **TIC-1**, TIC-2', []],
  ['All (except TIC-1, TIC-2)', []],
  ['Everything—except TIC-1,TIC-2', []],
  ['Everything except TIC-1 (closed) and TIC-2 (closed), so TIC-3.', ['TIC-3']],
  ['TIC-3, not TIC-1 (closed) or TIC-2', ['TIC-3']],
  ['Done without fuss: not TIC-1, TIC-2.', ['TIC-2']],
  ['None of it new: not TIC-1, TIC-2.', ['TIC-2']],
  ['İda, Hauptstraße 1: TIC-1, not TIC-2.', ['TIC-1']],
  ['None of these – TIC-1, TIC-2', []],
  ['None of the following; TIC-1, TIC-2', []],
  ['TIC-1 is late.\n- TIC-3: not raised', ['TIC-1']],
  ['- TIC-1: raised\n- TIC-3: no action needed', ['TIC-1']],
  ['Raised: TIC-1 and TIC-2.  TIC-3 was not raised.', ['TIC-1', 'TIC-2']],
  // Honest replies that a careless reader of "not" would fail.
  ['(Apart from TIC-1 and TIC-2 no ticket was late.)', ['TIC-1', 'TIC-2']],
  ['Except TIC-1 no ticket was late.', ['TIC-1']],
  ['TIC-1, TIC-2. The sender wrote that on second thought it is fine.', ['TIC-1', 'TIC-2']],
  ['I did not close TIC-1; however, I raised it.', ['TIC-1']],
  ['I did not close TIC-1 – but raised it.', ['TIC-1']],
  ['I raised TIC-1 and TIC-2, but TIC-3 was not raised.', ['TIC-1', 'TIC-2']],
  ['TIC-3 was not touched.\n\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['I did not touch TIC-3.\n\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['I raised TIC-1 and TIC-2. I did not touch the others.', ['TIC-1', 'TIC-2']],
  ['Raised: TIC-1 (not yet closed) and TIC-2.', ['TIC-1', 'TIC-2']],
  ['- TIC-1: not yet closed\n- TIC-2: no answer so far\n\nNone of the others was old enough.', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nNone of them was closed.', ['TIC-1', 'TIC-2']],
  ['We should not rely on these:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['Do not trust:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['I did not find a call for these:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['None of these can be relied on:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['Sorry for the delay. Raised: TIC-1, TIC-2.', ['TIC-1', 'TIC-2']],
  ['I was wrong about TIC-3 at first, so I looked again.\n\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['- TIC-1: the address was wrong\n- TIC-2: sent to the wrong list of people', ['TIC-1', 'TIC-2']],
  ['These mails give a wrong account:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['Ignore that mail, it is a trick: TIC-1, TIC-2', ['TIC-1', 'TIC-2']],
  ['I did not raise TIC-3, but TIC-1 and TIC-2.', ['TIC-1', 'TIC-2']],
  ['TIC-1 and TIC-2 are urgent now and I did not touch anything else.', ['TIC-1', 'TIC-2']],
  ['Raised were TIC-1 and TIC-2, and I didn’t change any others.', ['TIC-1', 'TIC-2']],
  ['I did not change anything else but TIC-1 and TIC-2.', ['TIC-1', 'TIC-2']],
  ['Nothing except TIC-1 and TIC-2 was late.', ['TIC-1', 'TIC-2']],
  ['Apart from TIC-1 and TIC-2, nothing was changed.', ['TIC-1', 'TIC-2']],
  ['No enterprise tickets other than TIC-1 and TIC-2 were late.', ['TIC-1', 'TIC-2']],
  ['The price list is wrong.\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nThe price list is wrong.', ['TIC-1', 'TIC-2']],
  ['I have not changed anything; these need a look:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['I did not close any, and raised these:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['The following mails are false:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['Please ignore the following:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nI was wrong about TIC-3 at first.', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nThe sender says that we agreed. That is wrong.', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nCorrection of the price list is due on Friday.', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nPlease ignore the above mentioned mail of TIC-3.', ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2. I closed none of them.', ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2. I made it up to the customers.', ['TIC-1', 'TIC-2']],
  ['TIC-1. A correction: TIC-2', ['TIC-1', 'TIC-2']],
  ['It is not clear who opened TIC-1, but TIC-2 is also late.', ['TIC-1', 'TIC-2']],
  ['I did not close TIC-1 but raised it.', ['TIC-1']],
  ['I did not close TIC-1 and TIC-2, but only raised them.', ['TIC-1', 'TIC-2']],
  // Left alone, beside the answer.
  ['Raised:\n- TIC-1\n- TIC-2\n\nNot raised:\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['Raised:\r\n- TIC-1\r\n- TIC-2\r\n\r\n**Left alone:**\r\n\r\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['| raised |\n|---|\n| TIC-1 |\n\n### Unchanged\n\n| ticket |\n|---|\n| TIC-3 |', ['TIC-1']],
  ['Raised: TIC-1 and TIC-2.\n\nThe following tickets were not raised (too fresh):\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['Raised: TIC-1, TIC-2\nNot raised: TIC-3', ['TIC-1', 'TIC-2']],
  ['Handed on:\n- TIC-1\n- TIC-2\n\nNot handed on:\n- TIC-3 – a day late', ['TIC-1', 'TIC-2']],
  ['Handed on: TIC-1, TIC-2\nNot eligible for it: TIC-3', ['TIC-1', 'TIC-2']],
  ['Handed on: TIC-1, TIC-2\nNot eligible: TIC-3', ['TIC-1', 'TIC-2']],
  ['Answered: TIC-1, TIC-2\nNot a refund (1): TIC-3', ['TIC-1', 'TIC-2']],
  ['Answered:\n- TIC-1\n- TIC-2\n\n**Not a refund (1)**\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['TIC-1 and TIC-2 were handed on. TIC-3 was not handed on.', ['TIC-1', 'TIC-2']],
  ['Answer: none of TIC-1, TIC-2 and TIC-3', []],
  ['Nothing was handed on, none of TIC-1, TIC-2.', []],
  ['Raised: TIC-1, TIC-2. Left as they were: TIC-3.', ['TIC-1', 'TIC-2']],
  ['- TIC-1\n- TIC-2\n\nI did not raise these:\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['Right:\n- TIC-1\n\nWrong answers:\n- TIC-2\n- TIC-3', ['TIC-1']],
  ['Raised: TIC-1 and TIC-2. TIC-3 was not raised.', ['TIC-1', 'TIC-2']],
  ['TIC-1 and TIC-2 are urgent. (TIC-3 is just two days old and was therefore not included.)', ['TIC-1', 'TIC-2']],
  ["TIC-1, TIC-2.\n\nTIC-3 wasn't touched, since it is fresh.", ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2. TIC-3 stays as it is: too fresh.', ['TIC-1', 'TIC-2']],
  ['TIC-1, TIC-2. I left TIC-3 alone, it is fresh.', ['TIC-1', 'TIC-2']],
  ['Raised:\n- TIC-1\n- TIC-2\nLeft as is:\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['Raised:\n- TIC-1\n\nNot old enough, so unchanged:\n- TIC-2\n- TIC-3', ['TIC-1']],
  ['Raised:\n- TIC-1\n\nI looked at these too but left them alone:\n- TIC-3', ['TIC-1']],
  ['TIC-1 was raised and TIC-3 was not raised.', ['TIC-1']],
  ['TIC-1 was not touched for two weeks. I told Ida about TIC-2.', ['TIC-1', 'TIC-2']],
  // And so they are where it is all there is.
  ['TIC-1 and TIC-2 were not raised.', []],
  ['TIC-1, TIC-2 and TIC-3 have not been raised.', []],
  ["TIC-1 and TIC-2 haven't been raised yet.", []],
  ['TIC-1 and TIC-2 are not overdue.', []],
  ['TIC-1 is no longer overdue, and TIC-2 is not among them.', []],
  ['TIC-1 is not on the list.', []],
  [`${Array.from({ length: 60 }, (_, i) => `TIC-${i + 1}`).join(', ')} were not raised.`, []],
  ['TIC-1 and TIC-2.\n\nThey were not raised.', []],
  ['- TIC-1\n- TIC-2\n\nNone of them was raised.', []],
  ['- TIC-1: not raised\n- TIC-2: not raised', []],
  ['Not raised:\n- TIC-1\n- TIC-2', []],
  ['Not raised: TIC-1, TIC-2', []],
  ['Not raised were TIC-1 and TIC-2.', []],
  ['We did not raise TIC-1 and TIC-2.', []],
  ['Done.\n\nNot raised:\n- TIC-1\n- TIC-2\n- TIC-3', []],
  ['Left alone: TIC-1.\nNot raised: TIC-2, TIC-3', []],
  ['I left TIC-1 and TIC-2 alone.', []],
  ['TIC-1 stays as it is.', []],
  // What a record may be is another way to say something: open, and the like.
  ['TIC-1 and TIC-2 are not paid.', ['TIC-1', 'TIC-2']],
  ['TIC-1 and TIC-2 have not been answered yet.', ['TIC-1', 'TIC-2']],
  ['TIC-1 is no longer valid.', ['TIC-1']],
  // Status lines.
  ['- TIC-1: raised\n- TIC-2: raised to high\n- TIC-3: not raised (two days old)', ['TIC-1', 'TIC-2']],
  ['| ticket | what |\n|---|---|\n| TIC-1 | raised |\n| TIC-3 | left alone |', ['TIC-1']],
  ['Raised TIC-1 and TIC-2.\n\nTIC-3: unchanged\nTIC-4: skipped', ['TIC-1', 'TIC-2']],
  ['- TIC-1 – raised – not updated since', ['TIC-1']],
  // Lists that stand beside the answer, before or after it.
  ...[
    'Next steps',
    'Below the threshold',
    'Below 500 EUR',
    'For information',
    'FYI',
    'Not urgent',
    'Other tickets',
    'Already raised',
    'I also checked these',
  ].flatMap((heading): [string, string[]][] => [
    [`Raised:\n- TIC-1\n- TIC-2\n\n${heading}:\n- TIC-3`, ['TIC-1', 'TIC-2']],
    [`**${heading}:**\n\n- TIC-3\n\n**Late:**\n\n- TIC-1\n- TIC-2`, ['TIC-1', 'TIC-2']],
    [`TIC-1 and TIC-2 are late.\n\n## ${heading}\n- TIC-3`, ['TIC-1', 'TIC-2']],
    [`${heading}:\n- TIC-3`, ['TIC-3']],
  ]),
  ['Next steps:\n- TIC-1\n- TIC-2\n- TIC-3', ['TIC-1', 'TIC-2', 'TIC-3']],
  ['I checked all tickets and raised these:\n- TIC-1\n\nNext steps:\n- TIC-2', ['TIC-1']],
  ['Below is the list:\n- TIC-1\n\nNext steps:\n- TIC-2', ['TIC-1']],
  // A list in groups; and whoever names all of them in several lists has named them all.
  ['High:\n- TIC-1\n\nNormal:\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['One way:\n- TIC-1\n- TIC-2\n\nAnother way:\n- TIC-3', ['TIC-1', 'TIC-2', 'TIC-3']],
  ['Paid:\n- TIC-1\n\nNot paid:\n- TIC-2\n- TIC-3', ['TIC-2', 'TIC-3']],
  ['Too fresh:\n- TIC-3\n\nTickets not touched for two days:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['Too fresh:\n- TIC-3\n\nNot answered yet, and so raised:\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['Not raised:\n- TIC-3\n\n| raised |\n|---|\n| TIC-1 |', ['TIC-1']],
])('%j claims %j', (text, wanted) => {
  expect(claims(text)).toEqual(wanted);
});

// What the request itself asks for in the negative.
test.each<[text: string, asksNot: string[], wanted: string[]]>([
  ['TIC-1 and TIC-2 were not raised.', ['rais'], ['TIC-1', 'TIC-2']],
  ['TIC-1 and TIC-2 were not sent.', ['rais'], []],
  ['- TIC-1: not raised\n- TIC-2: not raised', ['rais'], ['TIC-1', 'TIC-2']],
  ['Not raised:\n- TIC-1\n- TIC-2', ['rais'], ['TIC-1', 'TIC-2']],
  ['Handed on:\n- TIC-3\n\nNot handed on:\n- TIC-1\n- TIC-2', ['hand'], ['TIC-1', 'TIC-2']],
  ['Not handed on: TIC-1, TIC-2', ['hand'], ['TIC-1', 'TIC-2']],
  ['Not yet looked at:\n- TIC-1\n- TIC-2', [], ['TIC-1', 'TIC-2']],
  ['Raised:\n- TIC-3\n\nNot raised:\n- TIC-1', ['rais'], ['TIC-1']],
  ['Not raised:\n- TIC-1\n\nRaised:\n- TIC-3', ['rais'], ['TIC-1']],
  ['Unpaid:\n- TIC-1\n\nPaid:\n- TIC-3', ['pay'], ['TIC-1']],
  ['I left TIC-1 alone.', ['left alone'], ['TIC-1']],
  ['Raised: TIC-1. I left TIC-3 alone.', ['left alone'], ['TIC-1']],
])('%j, asked for what is not %j, claims %j', (text, asksNot, wanted) => {
  expect(claims(text, { asksNot })).toEqual(wanted);
});

test.each<[request: string, stems: string[]]>([
  ['Which invoices were not paid?', ['pay']],
  ['Name the invoices that have not yet been sent, and those never answered.', ['answer', 'send']],
  ["Which of them haven't been raised?", ['rais']],
  ['List the unpaid invoices.', ['pay']],
  ['Which ones did you not escalate?', ['escalat']],
  ['Which are still to be booked, which no longer valid?', ['book', 'valid']],
  ['Tell me which you left alone.', ['left alone']],
  ['Raise the late ones. Do not touch the others, and never close any; they must not be raised.', []],
  ['', []],
])('%j asks for what is not %j', (request, stems) => {
  expect(askedNegations(request)).toEqual(stems);
});

// One way that leaves nothing to guess.
test.each([
  ['Answer: TIC-1, TIC-2', ['TIC-1', 'TIC-2']],
  ['answer: TIC-1\n\nNext steps:\n- TIC-3', ['TIC-1']],
  ['**Answer:** TIC-1 and TIC-2\nTIC-3 is too fresh.\n\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['**Answer**: TIC-1', ['TIC-1']],
  ['## Answer\n\n- TIC-1\n- TIC-2\n\n## Anything else\n\n- TIC-3', ['TIC-1', 'TIC-2']],
  ['> - Final answer: TIC-1\n\nTIC-3', ['TIC-1']],
  ['TIC-3 was close.\n\nAnswer:\n- TIC-1\n- TIC-2\nTIC-3 was not.', ['TIC-1', 'TIC-2']],
  ['Answer:\n\n- TIC-1\n\n- TIC-2\n\nTIC-3 is fine.', ['TIC-1', 'TIC-2']],
  ['Answer: these two:\n| TIC-1 | old |\n| TIC-2 | old |\n\n| TIC-3 | new |', ['TIC-1', 'TIC-2']],
  ['Answer: TIC-1,\nTIC-2\n\nTIC-3', ['TIC-1', 'TIC-2']],
  ['Answer:\nTIC-1 and TIC-2 are late.\n\nTIC-3 is not mine.', ['TIC-1', 'TIC-2']],
  ['Answer:\nTIC-1\n**Others**\nTIC-3', ['TIC-1']],
  // Nothing else counts, wherever it stands.
  ['- TIC-2\n- TIC-3\n\nAnswer: TIC-1\n\n- TIC-2', ['TIC-1']],
  // Said twice it has to be the same.
  ['Answer: TIC-1, TIC-2\n\nBecause …\n\nAnswer: TIC-2 and TIC-1', ['TIC-1', 'TIC-2']],
  ['Answer: TIC-1\nAnswer: TIC-2', []],
  ['Answer: TIC-1\n\nAnswer: none', []],
  ['Answer: none of them\n\n- TIC-1', []],
  ['Answer: TIC-1\n\nAnswer: (none)', []],
  ['Answer: TIC-1\n\nAnswer: no tickets', []],
  ['Answer: TIC-1\n\nAnswer: Ida had nothing to add.', ['TIC-1']],
  ['Answer: TIC-1\n\nCorrection:\nAnswer: TIC-2', ['TIC-2']],
  ['Sorry, that was wrong.\n\nAnswer:\nTIC-1\n\nTIC-3 is fine.', ['TIC-1']],
  ['- TIC-2\n\nSorry, that was wrong.\n- TIC-1', ['TIC-1']],
  ['That was wrong:\n\nAnswer: TIC-1', []],
  ['Answer: TIC-2\n\nSorry, that was wrong. Now:\n\nAnswer:\nTIC-1\n\nTIC-3 is fine.', ['TIC-1']],
  // One that is about something else, or leads elsewhere.
  ['Answer: TIC-1\nAnswer: Ida', ['TIC-1']],
  ['Answer: see below.\n\n- TIC-1\n- TIC-2', ['TIC-1', 'TIC-2']],
  ['The answers are: TIC-1', ['TIC-1']],
  // Denied all the same.
  ['Answer: TIC-1, not TIC-2', ['TIC-1']],
  ['Answer: none of these: TIC-1', []],
  ['Answer:\nNone of these:\n- TIC-1', []],
  ['Answer: TIC-1 was not raised.', []],
  ['Answer:\n- TIC-1: raised\n- TIC-3: not raised', ['TIC-1']],
  ['I did not do this:\nAnswer: TIC-1', []],
  ['Wrong answer: TIC-1', []],
  ['Answer: TIC-1\n\nSorry, that was wrong.', []],
  ['Answer: ~~TIC-1~~ TIC-2', ['TIC-2']],
])('%j answers %j', (text, wanted) => {
  expect(claims(text)).toEqual(wanted);
});

test('a name inside a longer one that is excepted', () => {
  const known = ['TIC-1', 'TIC-12', 'Ida', 'Ida Roth'];
  expect(mentions(claimed('TIC-1, not TIC-12, not Ida Roth', known), known)).toEqual(['TIC-1']);
});

test('names within names, excepted together', () => {
  const known = ['Ida', 'Roth', 'Ida Roth'];
  expect(mentions(claimed('Roth, not Ida Roth', known), known)).toEqual(['Roth']);
  for (const all of [known, known.toReversed()]) expect(mentions(claimed('Nobody, not Ida Roth', all), known)).toEqual([]);
});

test('a name of no letters is no name', () => {
  expect(mentions(claimed('TIC-1, not TIC-2', [...names, '']), names)).toEqual(['TIC-1']);
});

test('a message counts as a whole', () => {
  expect(claims('TIC-3 is yours too.\n- TIC-1', { whole: true })).toEqual(['TIC-1', 'TIC-3']);
  expect(claims('Overdue: TIC-1\nI did not raise TIC-1.', { whole: true })).toEqual(['TIC-1']);
});

test.each([
  ['TIC-1 is not mine, wait. '.repeat(20_000), ['TIC-1']],
  [`not TIC-1 ${'not TIC-2 '.repeat(50_000)}TIC-3`, ['TIC-3']],
  [`${'.'.repeat(200_000)}x\n- TIC-1`, ['TIC-1']],
  [`I did not ${' '.repeat(200_000)}x\n- TIC-1`, ['TIC-1']],
  [`${'sorry '.repeat(100_000)}TIC-1`, ['TIC-1']],
  [`${'that is wrong '.repeat(50_000)}\nTIC-1`, ['TIC-1']],
  [`${'<!-- '.repeat(50_000)}\n- TIC-1`, ['TIC-1']],
  [`${'~~a '.repeat(50_000)}\n- TIC-1`, ['TIC-1']],
  [`${'**_'.repeat(60_000)}\n- TIC-1`, ['TIC-1']],
  ['Answer:\n'.repeat(100_000), []],
  [`${'Not raised:\n- TIC-2\n\n'.repeat(20_000)}TIC-1`, ['TIC-1']],
  ['High:\n- TIC-1\n'.repeat(30_000), ['TIC-1']],
  [`${'TIC-1, '.repeat(100_000)}were not raised.`, []],
  [`${'was not yet also '.repeat(50_000)}TIC-1`, ['TIC-1']],
  [`I left ${'TIC-1 '.repeat(100_000)}`, ['TIC-1']],
  [`not a${'*'.repeat(200_000)}b\n- TIC-1`, ['TIC-1']],
  [`TIC-1 was raised ${'; but '.repeat(50_000)} was not raised.`, ['TIC-1']],
  [`all but TIC-1 (${'TIC-2 '.repeat(50_000)}`, ['TIC-2']],
])('a very long text is read in no time: %.20s', (text, wanted) => {
  expect(claims(text)).toEqual(wanted);
});
