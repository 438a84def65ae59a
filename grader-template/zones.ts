// The zone that people write behind a time of day. Needs no time-zone data: the office's own clock is what the compiler says.

/** Minutes that clocks are ahead of UTC; `local`: the office's own; `unknown`: a place that nobody here can look up. */
export type ToldZone = number | 'local' | 'unknown';

export interface OfficeZone {
  /** `Europe/Berlin` */
  readonly zone: string;
  /** Minutes that its clocks are ahead of UTC then. */
  readonly offset: number;
}

/**
 * The zone that a text names at a place, right behind a time; undefined where it names none.
 *
 * | text | zone |
 * |---|---|
 * | `UTC`, `GMT`, `Z`, `+02:00`, `(UTC+2)`, `T13:15-05:00`, `EST` | that one |
 * | `CET`, `CEST`, `CET/CEST` | the office's own clock where that is one of the two: people mix them up; so with other summer and winter times |
 * | `Berlin time`, `(Europe/Berlin)`, `local time` | the office's own clock, where it is in Berlin |
 * | `London time`, `(Asia/Tokyo)`, `ET` | unknown, where the office is elsewhere |
 */
export function zoneAt(
  { text, zone: own, offset }: OfficeZone & { readonly text: string },
  at: number,
): { readonly to: number; readonly zone: ToldZone } | undefined {
  const here = text.slice(at, at + 48);
  // Elsewhere 13:15-05:00 goes from 13:15 to 5:00.
  const isIso = /T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/u.test(text.slice(Math.max(0, at - 20), at));
  for (const [pattern, read] of isIso ? [BEHIND, ...ZONES] : ZONES) {
    const found = pattern.exec(here);
    const zone = found === null ? undefined : read(found, own, offset);
    if (found !== null && zone !== undefined) return { to: at + found[0].length, zone };
  }
  return undefined;
}

type Read = (found: RegExpExecArray, own: string, offset: number) => ToldZone | undefined;

const BEHIND: readonly [RegExp, Read] = [/^-(\d{2}):?(\d{2})(?!\d)/u, ([, hours, minutes]) => -shift(hours, minutes)];

const ZONES: readonly (readonly [RegExp, Read])[] = [
  [/^\s?[([]?(?:utc|gmt)?\s?\+\s?(\d{1,2})(?::?([0-5]\d))?(?!\d)[)\]]?/iu, ([, hours, minutes]) => shift(hours, minutes)],
  // 11:15 UTC-12:00 UTC goes from the one to the other.
  [
    /^\s?[([]?(?:utc|gmt)\s?-(0?\d|1[01])(?::?([0-5]\d))?(?!:?\d|\s?[([]?(?:utc|gmt))[)\]]?/iu,
    ([, hours, minutes]) => -shift(hours, minutes),
  ],
  [/^z(?![\p{L}\d])/iu, () => 0],
  [
    // What is in the West Hall is in no zone.
    /^\s?[([]?(?![Ww]es?t)([CEMP]T|\p{L}{3,4})(?:\/\p{Lu}{3,4})?(?![\p{L}\d/'])(?: time(?!\p{L}))?[)\]]?/u,
    ([, name = ''], _, offset) => named(name, offset),
  ],
  [
    /^\s?[([]?((?:africa|america|antarctica|asia|atlantic|australia|europe|indian|pacific)(?:\/[\p{L}_]{2,30}){1,2})(?: time(?!\p{L}))?[)\]]?/iu,
    ([, path = ''], own) => (path.toLowerCase() === own.toLowerCase() ? 'local' : 'unknown'),
  ],
  [/^,?\s?[([]?(?:in )?central european time(?!\p{L})[)\]]?/iu, (_, __, offset) => named('cet', offset)],
  [
    /^,?\s?[([]?(?:in )?((?:\p{L}{2,20} )?\p{L}{2,20}) time(?!\p{L})[)\]]?/iu,
    ([, place = ''], own) => {
      const city = own.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase();
      if (place.toLowerCase().replace(/ local$/u, '') === city || /^(?:your |our )?(?:local|our|office)$/iu.test(place)) return 'local';
      // `13:15 this time` names no place, nor does `13:15, End time: 14:00`.
      return /^\p{Lu}/u.test(place) && !/^(?:start|end|finish)(?:ing)?$/iu.test(place) ? 'unknown' : undefined;
    },
  ],
];

function shift(hours = '', minutes = '0'): number {
  return Number(hours) * 60 + Number(minutes);
}

/** Names that mean one zone wherever they are written; CST and IST do not. */
const OFFSETS: { readonly [name: string]: number } = {
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  cet: 60,
  cest: 120,
  mez: 60,
  mesz: 120,
  eet: 120,
  eest: 180,
  est: -300,
  edt: -240,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  jst: 540,
  aest: 600,
  aedt: 660,
};

/** Winter and summer time of the same clocks. */
const TWINS = [
  ['wet', 'west'],
  ['cet', 'cest'],
  ['mez', 'mesz'],
  ['eet', 'eest'],
  ['est', 'edt'],
  ['mst', 'mdt'],
  ['pst', 'pdt'],
  ['aest', 'aedt'],
];

/** Winter and summer time under one name, in capitals: the office's own where it is in one of them, else nobody can know. */
const BOTH: { readonly [name: string]: readonly number[] } = {
  ET: [-300, -240],
  CT: [-360, -300],
  MT: [-420, -360],
  PT: [-480, -420],
};

function named(written: string, offset: number): ToldZone | undefined {
  const both = Object.hasOwn(BOTH, written) ? BOTH[written] : undefined;
  if (both !== undefined) return both.includes(offset) ? 'local' : 'unknown';
  const name = written.toLowerCase();
  const isOurs = TWINS.some((pair) => pair.includes(name) && pair.some((twin) => OFFSETS[twin] === offset));
  return isOurs ? 'local' : OFFSETS[name];
}
