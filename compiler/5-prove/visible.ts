// Static rule: nothing that the agent can read holds what it is to find out, plain or encoded; and the request's dates are of its time.
import type { Report } from '../diagnostics/collect.ts';
import type { GeneratedFile, Plan } from '../types.ts';
import { derivedValues } from './given-away.ts';

/** Reports specific values of facts in the files of the agent's side. The records themselves and the request are other rules' business. */
export function reportVisible(plan: Plan, files: readonly GeneratedFile[], report: Report): void {
  const visible = filesInSight(files);
  for (const { name, value, span } of derivedValues(plan)) {
    for (const [form, text] of Object.entries(forms(value))) {
      const file = visible.find((one) => one.text.includes(text) && !(form === 'plain' && plan.request.includes(text)));
      if (file) report('prove/visible-answer', span, { value, source: name, file: file.path, form });
    }
  }
}

/** What an agent can read, or could if it got hold of it: but for records, which tools show it, and our own program. */
export function filesInSight(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return files.filter(
    ({ path }) => path === 'instruction.md' || (path.startsWith('environment/') && !path.endsWith('seed.json') && !path.endsWith('.mjs')),
  );
}

function forms(value: string): { readonly [form: string]: string } {
  const bytes = Buffer.from(value, 'utf8');
  return { plain: value, base64: bytes.toString('base64').replace(/=+$/, ''), hex: bytes.toString('hex') };
}

/** Reports dates in the request that are more than a year from `now`, and weekdays that are not that day's. */
export function reportDates(plan: Plan, report: Report): void {
  const now = new Date(plan.office.now);
  for (const { text, at, day, weekday, year } of datesIn(plan.request, now)) {
    const span = plan.places.within(['request'], at, at + text.length);
    const far = Math.abs(day.getTime() - now.getTime()) > 366 * 86_400_000;
    const named = weekdays[day.getUTCDay()];
    if (far && year)
      report('prove/date-astray', span, { date: text, problem: `it is more than a year from \`now\`, ${plan.office.now.slice(0, 10)}` });
    else if (weekday !== undefined && weekday !== named) {
      report('prove/date-astray', span, { date: text, problem: `${day.toISOString().slice(0, 10)} is a ${named}` });
    }
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

interface DateIn {
  readonly text: string;
  readonly at: number;
  readonly day: Date;
  readonly weekday: string | undefined;
  /** Whether the year is written. */
  readonly year: boolean;
}

/** `2026-03-09`, `9 March`, `March 9th, 2026`, each with a weekday before it or not. A date without a year is the nearest one to now. */
function datesIn(request: string, now: Date): readonly DateIn[] {
  const month = months.join('|');
  const pattern = new RegExp(
    `(?:\\b(${weekdays.join('|')}),?\\s+(?:the\\s+)?)?(?:\\b(\\d{4})-(\\d\\d)-(\\d\\d)\\b|\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${month})\\b(?:,?\\s+(\\d{4})\\b)?|\\b(${month})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s+(\\d{4})\\b)?)`,
    'g',
  );
  return [...request.matchAll(pattern)].flatMap((match): DateIn[] => {
    const [text, weekday, isoYear, isoMonth, isoDay, dayBefore, monthAfter, yearAfter, monthBefore, dayAfter, yearLast] = match;
    const written = isoYear ?? yearAfter ?? yearLast;
    const index = isoMonth ? Number(isoMonth) - 1 : months.indexOf(monthAfter ?? monthBefore ?? '');
    const date = Number(isoDay ?? dayBefore ?? dayAfter);
    const years = written ? [Number(written)] : [-1, 0, 1].map((step) => now.getUTCFullYear() + step);
    const distance = (day: Date) => Math.abs(day.getTime() - now.getTime());
    const [day] = years.map((year) => new Date(Date.UTC(year, index, date))).sort((a, b) => distance(a) - distance(b));
    return day && day.getUTCMonth() === index ? [{ text, at: match.index, day, weekday, year: written !== undefined }] : [];
  });
}
