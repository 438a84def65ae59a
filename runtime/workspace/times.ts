// Times as people write them, and as records hold them: UTC instants with whole seconds (`2026-03-09T08:00:00Z`).
// The only place that needs time-zone data (Intl, which ships with Node).

/** Reads and shows times as the office's people do. */
export interface Zone {
  /** IANA name. */
  readonly name: string;
  /**
   * The UTC instant of a written time, or why it is none. With an offset (`2026-03-09T09:00:00+01:00`, `…Z`) it is that instant. Without
   * one it is read in this zone; a date alone means midnight. In an hour that occurs twice the first is meant; a time that the
   * clocks skip is refused.
   */
  read(text: string): { readonly ok: true; readonly instant: string } | { readonly ok: false; readonly message: string };
  /** The instant in this zone, with its offset: `2026-03-09T09:00:00+01:00`. */
  show(instant: string): string;
}

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]0+)?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;

/** Throws a RangeError where the name is no IANA zone. */
export function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Asking Intl takes long, and the same times are asked for again and again.
  const shown = new Map<string, string>();
  const understood = new Map<string, ReturnType<Zone['read']>>();

  return { name, read, show };

  function read(text: string): ReturnType<Zone['read']> {
    let time = understood.get(text);
    if (time === undefined) {
      time = readAnew(text);
      if (understood.size > 10_000) understood.clear();
      if (text.length <= 40) understood.set(text, time);
    }
    return time;
  }

  function readAnew(text: string): ReturnType<Zone['read']> {
    const parts = WRITTEN.exec(text.trim());
    if (parts === null) return { ok: false, message: 'is not a time' };
    const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', offset] = parts;
    if (!isDate(`${year}-${month}-${day}`)) return { ok: false, message: 'names a day that does not exist' };
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return { ok: false, message: 'names an hour that does not exist' };
    const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    if (offset !== undefined) {
      const shift = offsetMillis(offset);
      return shift === undefined ? { ok: false, message: 'has an offset that does not exist' } : instantOf(wall - shift);
    }
    const offsets = [...new Set([offsetAt(wall - 86_400_000), offsetAt(wall + 86_400_000)])].sort((a, b) => b - a);
    const fitting = offsets.find((candidate) => offsetAt(wall - candidate) === candidate);
    if (fitting === undefined) return { ok: false, message: `is skipped by the clocks in ${name}` };
    return instantOf(wall - fitting);
  }

  function show(instant: string): string {
    let text = shown.get(instant);
    if (text === undefined) {
      const millis = Date.parse(instant);
      const offset = offsetAt(millis);
      text = offset % 60_000 === 0 ? `${iso(millis + offset)}${offsetText(offset)}` : instant;
      if (shown.size > 10_000) shown.clear();
      shown.set(instant, text);
    }
    return text;
  }

  /** Milliseconds that the zone's clocks are ahead of UTC at an instant. */
  function offsetAt(millis: number): number {
    const parts = new Map(format.formatToParts(millis).map((part) => [part.type, Number(part.value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - millis;
  }
}

/** Whether `2026-03-09` is a day of the calendar. Years from 1000 on. */
export function isDate(text: string): boolean {
  const parts = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const time = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])));
  return time.getUTCMonth() === Number(parts[2]) - 1 && time.getUTCDate() === Number(parts[3]);
}

function instantOf(millis: number): ReturnType<Zone['read']> {
  const text = `${iso(millis)}Z`;
  return text.length === 20 && isDate(text.slice(0, 10)) ? { ok: true, instant: text } : { ok: false, message: 'is out of range' };
}

function iso(millis: number): string {
  return new Date(millis).toISOString().replace(/\.\d+Z$/, '');
}

function offsetMillis(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || '0');
  if (hours > 18 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
