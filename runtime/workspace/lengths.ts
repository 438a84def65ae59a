// Lengths of time as people write them (`1h 30m`, `2d`), and as records hold them: ISO 8601 in one spelling each (`PT1H30M`).

/** The stored form of a written length; undefined where it is none. A day is 24 hours, a week seven of them; fractions are taken where whole seconds come out. */
export function readLength(text: string): string | undefined {
  const plain = text.trim();
  const seconds = isoSeconds(plain.toUpperCase()) ?? wordsSeconds(plain.toLowerCase());
  return seconds === undefined || seconds > LONGEST ? undefined : lengthOf(seconds);
}

/** Seconds of a stored length. */
export function secondsOf(stored: string): number {
  return isoSeconds(stored) ?? Number.NaN;
}

/** The stored form of so many whole seconds, 0 or more. */
export function lengthOf(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600) % 24, 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  const days = Math.floor(seconds / 86_400);
  const time = parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('');
  if (days === 0 && time === '') return 'PT0S';
  return `P${days === 0 ? '' : `${days}D`}${time === '' ? '' : `T${time}`}`;
}

/** About a thousand years: beyond it somebody mistyped. */
const LONGEST = 365_250 * 86_400;

const ISO = /^P(?=[\dT])(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})S)?)?$/;

const SECONDS: { readonly [unit: string]: number } = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

function isoSeconds(text: string): number | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const PART = /^(\d{1,12})(?:\.(\d{1,4}))?\s*(w|weeks?|d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)(?=$|[\s,\d])[\s,]*/;

/** `1h 30m`, `90 minutes`, `1.5 hours`: every unit at most once, the larger one first. */
function wordsSeconds(text: string): number | undefined {
  let rest = text;
  let total = 0;
  let last = Number.POSITIVE_INFINITY;
  if (rest === '') return undefined;
  while (rest !== '') {
    const [whole = '', count = '', fraction = '', word = ''] = PART.exec(rest) ?? [];
    const unit = SECONDS[word.charAt(0)] ?? 0;
    if (whole === '' || unit >= last) return undefined;
    // In ten-thousandths, so that no fraction is lost on the way.
    const parts = Number(`${count}${fraction.padEnd(4, '0')}`) * unit;
    if (parts % 10_000 !== 0) return undefined;
    total += parts / 10_000;
    last = unit;
    rest = rest.slice(whole.length);
  }
  return total;
}
