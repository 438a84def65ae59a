// Which day a time of day belongs to, and what is no time: one text at a time.
import { expect, test } from 'vitest';
import { inShort, told } from './told.ts';

test.each<[text: string, starts: string, ends?: string]>([
  // The day: the one that touches the time.
  ['Tuesday 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday; 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday @ 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday - 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday | 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday (13:15), Monday is free', '03-31 13:15'],
  ['Tuesday: from 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday starts at 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday At 13:15, Monday is free', '03-31 13:15'],
  ['Tuesday between 13:15 and 14:00, Monday is free', '03-31 13:15', '03-31 14:00'],
  ['2026-03-31T13:15, Monday is free', '03-31 13:15'],
  ['Monday 13:15 Tuesday 14:15', '03-30 13:15, 03-31 14:15'],
  ['Monday is over when it starts: 13:15 on Tuesday', '03-31 13:15'],
  ['Monday is over when it starts: 13:15, Tuesday', '03-31 13:15'],
  ['Monday is over when it starts: 13:15Tuesday', '03-31 13:15'],
  ['Nothing on Tuesday at all; 13:15 Monday', '03-30 13:15'],
  // Else the last one before it in its sentence, else the first one behind it there.
  ['On Monday we shall begin with it at 13:15 in the large room, so that Tuesday is free', '03-30 13:15'],
  ['Version 1.2 of Monday, of which we speak at 13:15 in the room that is free on Tuesday', '03-30 13:15'],
  ['It is on Monday. We begin with it at 13:15 in the room that is free on Tuesday', '03-31 13:15'],
  ['It is on Monday! We begin with it at 13:15 in the room that is free on Tuesday', '03-31 13:15'],
  ['It is on Monday\nWe begin with it at 13:15 in the room that is free on Tuesday', '03-31 13:15'],
  // Else the nearest before, else behind.
  ['It is on Monday. We begin at 13:15. On Tuesday we rest.', '03-30 13:15'],
  ['We begin at 13:15. It is on Tuesday. Wednesday is free.', '03-31 13:15'],
  ['We begin at 13:15', ''],
  // Two with "or", "and" or "/" between them are both told.
  ['Monday or Tuesday or Wednesday, 13:15', '04-01 13:15, 03-31 13:15, 03-30 13:15'],
  ['13:15 on Monday or on Tuesday or the 1st', '03-30 13:15, 03-31 13:15, 04-01 13:15'],
  ['Monday and Tuesday, 13:15', '03-31 13:15, 03-30 13:15'],
  ['Monday & Tuesday, 13:15', '03-31 13:15, 03-30 13:15'],
  ['Monday/Tuesday, 13:15', '03-31 13:15, 03-30 13:15'],
  ['Monday, or Tuesday, 13:15', '03-31 13:15, 03-30 13:15'],
  ['Monday for some or Tuesday, 13:15', '03-31 13:15'],
  ['Monday or maybe Tuesday, 13:15', '03-31 13:15'],
  ['13:15 on Tuesday, or maybe on Monday', '03-31 13:15'],
  // Days that stand together are one and have to agree.
  ['Tuesday 31 March, 13:15', '03-31 13:15'],
  ['Tuesday (31 March), 13:15', '03-31 13:15'],
  ['Tuesday - 31 March, 13:15', '03-31 13:15'],
  ['Tuesday | 31 March, 13:15', '03-31 13:15'],
  ['Tuesday on 31 March, 13:15', '03-31 13:15'],
  ['Tuesday, the 31st, 13:15', '03-31 13:15'],
  ['31 March (Tuesday), 13:15', '03-31 13:15'],
  ['31 March - Tuesday, 13:15', '03-31 13:15'],
  ['7 April (Tuesday), 13:15', '04-07 13:15'],
  ['31 March (31.03.), 13:15', '03-31 13:15'],
  ['31 March (1 April), 13:15', 'never'],
  ['3/4 (3 April), 13:15', '04-03 13:15'],
  ['Monday, 31 March, 13:15', 'never'],
  ['31 March (Monday), 13:15', 'never'],
  ['Monday, Tuesday, 13:15', 'never'],
  // What goes from one day to another at the same hours are the hours of an office.
  ['Mon-Fri 13:15', ''],
  ['13:15 Mon-Fri', ''],
  ['Monday to Friday, 13:15', ''],
  ['Monday through Friday, 13:15', ''],
  ['Monday until Friday, 13:15', ''],
  ['Monday till Friday, 13:15', ''],
  ['Monday bis Friday, 13:15', ''],
  ['30 March - 31 March, 13:15', ''],
  ['Office days are Monday to Friday. It is on Tuesday, 13:15', '03-31 13:15'],
  ['Tuesday, 13:15. Wednesday - Friday is free.', '03-31 13:15'],
  ['Monday to us and Tuesday, 13:15', '03-31 13:15'],
  // A time with a point needs a day or a small word right before it.
  ['Tuesday 13.15', '03-31 13:15'],
  ['Tuesday, 13.15', '03-31 13:15'],
  ['Tuesday, lunch 13.15', ''],
  ['Tuesday lunch, 13.15', ''],
  ['At 13.15 on Tuesday', '03-31 13:15'],
  ['Time: 13.15 on Tuesday', '03-31 13:15'],
  ['start: 13.15 on Tuesday', '03-31 13:15'],
  ['We begin 13.15 on Tuesday', '03-31 13:15'],
  ['starts 13.15 on Tuesday', '03-31 13:15'],
  ['A flat 13.15 on Tuesday', ''],
  ['Android 13.15 on Tuesday', ''],
  ['Tuesday. 45 minutes, 13.15', ''],
  ['13:15, 14.15 on Tuesday', '03-31 13:15, 03-31 14:15'],
  // Ids and other numbers hold none.
  ['113:15-14:00 on Tuesday', ''],
  ['UTC+13:15 on Tuesday', ''],
  ['TIC-5: 13:15 on Tuesday', '03-31 13:15'],
  ['Room 7, Tuesday 13:15', '03-31 13:15'],
  ['Room 7, 13:15 on Tuesday', '03-31 13:15'],
  ['Tuesday, 91315 hrs', ''],
  // In another zone.
  ['Tuesday 11:15 UTC', '03-31 13:15|04-01 01:15'],
  ['Tuesday 01:15 London time', 'never'],
  ['Tuesday 13:15 local time', '03-31 13:15'],
])('%s: %s', (text, starts, ends = '') => {
  expect({ starts: inShort(told(text).starts), ends: inShort(told(text).ends) }).toEqual({ starts, ends });
});

test('a time without a day', () => {
  expect(told('We begin at 13:15').dayless).toBe(true);
  expect(told('We begin at 13:15 on Tuesday').dayless).toBe(false);
  expect(told('We begin on Tuesday').dayless).toBe(false);
});

test('who pours out times tells none of them', () => {
  expect(told('13:15 Tuesday '.repeat(200)).starts).toHaveLength(200);
  expect(told(`${'13:15 Tuesday '.repeat(200)} noon`)).toEqual({ starts: [], ends: [], days: [], dayless: false, written: [] });
});
