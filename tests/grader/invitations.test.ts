// Invitations of calendar programs, one line at a time, and what of them is put as prose.
import { expect, test } from 'vitest';
import { proseOfInvitation } from '#grader/invitations.ts';

test.each<[line: string, prose: string]>([
  ['DTSTART:20260331T131500', 'Start: 2026-03-31T13:15'],
  ['DTSTART:20260331T1315', 'Start: 2026-03-31T13:15'],
  ['DTSTART:20260331T131500\r', 'Start: 2026-03-31T13:15'],
  ['DTEND:20260331T120000Z \t', 'End: 2026-03-31T12:00Z'],
  ['DTSTART;TZID=Europe/Berlin:20260331T131500', 'Start: 2026-03-31T13:15 (Europe/Berlin)'],
  ['DTEND;TZID="America/New_York":20260331T140000', 'End: 2026-03-31T14:00 (America/New_York)'],
  ['DTSTART;VALUE=DATE-TIME:20260331T131500', 'Start: 2026-03-31T13:15'],
  ['DTSTART;VALUE=DATE-TIME;TZID=Europe/Berlin:20260331T131500', 'Start: 2026-03-31T13:15 (Europe/Berlin)'],
  ['DTSTART;TZID=Europe/Berlin;VALUE=DATE-TIME:20260331T131500', 'Start: 2026-03-31T13:15 (Europe/Berlin)'],
  ['DTSTART:20260331T131500\nDTEND:20260331T140000', 'Start: 2026-03-31T13:15\nEnd: 2026-03-31T14:00'],
  ['Here it is:\nDTEND:20260331T140000\nSee you', 'Here it is:\nEnd: 2026-03-31T14:00\nSee you'],
  ['BEGIN:VEVENT\nDURATION:PT45M', 'BEGIN:VEVENT\nDuration: 0 h 45 min'],
  ['BEGIN:VEVENT\nDURATION:PT1H15M\r', 'BEGIN:VEVENT\nDuration: 1 h 15 min'],
  ['BEGIN:VEVENT\nDURATION:PT12H', 'BEGIN:VEVENT\nDuration: 12 h 0 min'],
  ['BEGIN:VEVENT\nDURATION:PT5M00S', 'BEGIN:VEVENT\nDuration: 0 h 5 min'],
  ['BEGIN:VEVENT\nDURATION:PT120M', 'BEGIN:VEVENT\nDuration: 0 h 120 min'],
  ['BEGIN:VEVENT\nDTSTAMP:20260326T092500Z\nEND:VEVENT', 'BEGIN:VEVENT\n\nEND:VEVENT'],
  ['BEGIN:VEVENT\nCREATED;X=Y:20260326T092500Z', 'BEGIN:VEVENT\n'],
  ['BEGIN:VEVENT\nLAST-MODIFIED:20260326T092500Z\nCREATED:20260326T092500Z', 'BEGIN:VEVENT\n\n'],
  ['BEGIN:VTIMEZONE\nDTSTART:19700329T020000\nEND:VTIMEZONE\nDTSTART:20260331T131500', '\nStart: 2026-03-31T13:15'],
  ['BEGIN:VTIMEZONE\nDTSTART:19700329T020000\nEND:VTIMEZONE \nDTSTART:20260331T131500', '\nStart: 2026-03-31T13:15'],
])('%j becomes %j', (line, prose) => {
  expect(proseOfInvitation(line)).toBe(prose);
});

test('the rules of each zone are left out, and nothing between them', () => {
  const rules = 'BEGIN:VTIMEZONE\r\nDTSTART:19700329T020000\r\nEND:VTIMEZONE\r\n';
  const lines = proseOfInvitation(`${rules}DTSTART:20260331T131500\n${rules}DTEND:20260331T140000`).split(/\s*\n/u);
  expect(lines.filter((line) => line !== '')).toEqual(['Start: 2026-03-31T13:15', 'End: 2026-03-31T14:00']);
});

test.each([
  // A whole day, a time that goes on, no time at all.
  'DTSTART;VALUE=DATE:20260331',
  'DTSTART:20260331T13150',
  'DTSTART:20260331T131500Zulu',
  'DTSTART:2026331T131500',
  'DTSTART:20260331T131500 or later',
  'DTSTART;TZID=:20260331T131500',
  'The DTSTART:20260331T131500',
  'XDTSTART:20260331T131500',
  'BEGIN:VEVENT\nX-DTSTART:20260331T131500',
  'DTSTARTED:20260331T131500',
  'BEGIN:VEVENT\nDURATION:PT',
  'BEGIN:VEVENT\nDURATION:P1D',
  'BEGIN:VEVENT\nDURATION:PT1H30M30S',
  'BEGIN:VEVENT\nDURATION:PT45M or so',
  'BEGIN:VEVENT\nX-DURATION:PT45M',
  'BEGIN:VEVENT\nRECREATED:20260326T092500Z',
  'BEGIN:VEVENT\nCREATEDBY:Gesine',
  'BEGIN:VTIMEZONE\nTZID:Europe/Berlin',
  'BEGIN:VTIMEZONE:x\nTZID:Europe/Berlin\nEND:VTIMEZONE',
  'X-BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE\nBEGIN:VEVENT',
  'BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nX-END:VTIMEZONE',
  'BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE of Berlin',
  // In no invitation.
  'CREATED: 20260326',
  'My DTEND is open.\nCREATED: 20260326\nDURATION:PT45M',
])('%j stays', (text) => {
  expect(proseOfInvitation(text)).toBe(text);
});
