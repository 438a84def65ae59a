// The same times, days and amounts in a text, written as others write them. Only where a check asks what a text tells: who asks for a phrase
// asks for its letters.
import type { Plan } from '../../types.ts';
import type { Arena } from '../arena.ts';
import { namedIn } from '../plausible.ts';
import { rewritten } from '../says.ts';
import type { Rewriting } from './index.ts';

export function otherMoments({ plan }: Arena): readonly Rewriting[] {
  if (!asksWhatIsTold(plan)) return [];
  return Object.entries(ways).flatMap(([name, rewrite]): Rewriting[] => {
    const together = rewritten(plan, rewrite);
    return together ? [{ name, words: name, together, alone: [] }] : [];
  });
}

function asksWhatIsTold({ checks }: Plan): boolean {
  return checks.some(({ params }) => namedIn(params).keys.has('tells'));
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';

const ways: { readonly [name: string]: (text: string) => string } = {
  'times of the twelve-hour clock': (text) => text.replace(CLOCK, (_, hour, minute) => twelve(Number(hour), String(minute))),
  'times with a point': (text) => text.replace(CLOCK, (_, hour, minute) => `${hour}.${minute} h`),
  'dates with the month first': (text) =>
    text.replace(new RegExp(`\\b(\\d{1,2}) (${MONTHS})\\b`, 'g'), (_, day, month) => `${month} ${ordinal(Number(day))}`),
  'amounts with the currency first': (text) => text.replace(/(?<![\d.,])(\d+(?:\.\d+)?) (EUR|USD|GBP|CHF)\b/g, '$2 $1'),
};

/** Not a part of an instant, which has its own spelling. */
const CLOCK = /(?<![\dT:.+-])([01]?\d|2[0-3]):([0-5]\d)(?![\d:+Z]| ?[ap]\.?m)/g;

function twelve(hour: number, minute: string): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
}

function ordinal(day: number): string {
  const ending = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}
