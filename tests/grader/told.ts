// What a text tells of times, written short for tables of cases.
import { type Here, type Told, type ToldTimes, toldTimes } from '#grader/moments.ts';

/** Thursday, 26 March 2026, in Berlin, of a week in which summer time begins. */
export const here: Here = { day: '2026-03-26', zone: 'Europe/Berlin', offset: 120 };

export function told(text: string): ToldTimes {
  return toldTimes(text, here);
}

/** `03-31 13:15`, with `|` between readings (`never` for none) and commas between moments; `!` behind an end that stands for itself. */
export function inShort(moments: readonly Told[]): string {
  return moments.map(({ readings, isAlone }) => `${readings.map(moment).join('|') || 'never'}${isAlone === true ? '!' : ''}`).join(', ');
}

function moment(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(5, 16).replace('T', ' ');
}
