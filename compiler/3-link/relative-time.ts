// Times relative to the reference time: `-61h`, `+2d`, `-1w2d`, `-30m`.
import type { FieldType } from '#services/types.ts';
import type { Zone } from '#workspace/times.ts';

const minutes: { readonly [unit: string]: number } = { m: 1, h: 60, d: 1440, w: 10_080 };

/** The instant (for `time` fields) or day in the office's zone (for `date` fields) that a relative time means; undefined when it is none. */
export function relativeTime(text: string, type: FieldType, now: string, zone: Zone): string | undefined {
  if (type !== 'time' && type !== 'date') return undefined;
  const match = /^([+-])((?:\d{1,6}[mhdw])+)$/.exec(text.trim());
  if (!match) return undefined;
  let total = 0;
  for (const [, count, unit] of (match[2] ?? '').matchAll(/(\d+)([mhdw])/g)) total += Number(count) * (minutes[unit ?? ''] ?? 0);
  const instant = new Date(Date.parse(now) + (match[1] === '-' ? -1 : 1) * total * 60_000).toISOString().replace('.000Z', 'Z');
  return type === 'time' ? instant : zone.show(instant).slice(0, 10);
}
