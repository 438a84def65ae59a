// The office's own clock, for times that only the agent's work says: the compiler knows when it is put forward and back.

export interface OfficeClock {
  /** `Europe/Berlin` */
  readonly zone: string;
  /** The time of the scenario by this clock: `2026-03-09T09:00:00+01:00`. */
  readonly now: string;
  /** From when on (UTC instants, ascending) it is so many minutes ahead of UTC; the first holds for all before it as well. */
  readonly offsets: readonly (readonly [from: string, minutes: number])[];
}

/** A UTC instant (`2026-03-31T11:15:00Z`) by the office's clock: `2026-03-31T13:15:00+02:00`. */
export function byClock({ offsets }: OfficeClock, instant: string): string {
  const [, minutes] = offsets.findLast(([from]) => from <= instant) ?? offsets[0] ?? ['', 0];
  const wall = new Date(Date.parse(instant) + minutes * 60_000).toISOString().slice(0, 19);
  const ahead = Math.abs(minutes);
  return `${wall}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
