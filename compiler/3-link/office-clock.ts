// The office's clock as the grader needs it, which has no time-zone data: when it is put forward and back around the scenario's time.
import type { OfficeClock } from '#grader/office-clock.ts';
import type { LinkContext } from './context.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days around the scenario's time; what an agent makes lies in them. */
const BEFORE = 400;
const AFTER = 1_200;

export function officeClock({ office: { zone, now }, fields }: LinkContext): OfficeClock {
  const ahead = (at: number) => minutesAhead(fields.zone.show(instant(at)));
  const start = Math.floor(Date.parse(now) / HOUR) * HOUR;
  const offsets: [string, number][] = [[instant(start - BEFORE * DAY), ahead(start - BEFORE * DAY)]];
  for (let day = start - BEFORE * DAY; day < start + AFTER * DAY; day += DAY) {
    if (ahead(day) === ahead(day + DAY)) continue;
    let at = day;
    while (ahead(at) === ahead(day)) at += HOUR;
    offsets.push([instant(at), ahead(at)]);
  }
  return { zone, now: fields.zone.show(now), offsets };
}

function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** 0 of a zone whose offset is no whole minute: its times are shown in UTC. */
function minutesAhead(shown: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(shown) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
