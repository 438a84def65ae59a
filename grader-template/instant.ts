// Moments as text: one reading of it for matchers, tables and slots. Needs no time-zone data.

/** Milliseconds since 1970 of `2026-03-09T09:00:00+01:00`; undefined for all that is not one instant (no offset, no such day). */
export function instantOf(text: string): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/u.exec(text);
  const [, day = ''] = parts ?? [];
  // Date.parse lets 30 February pass as 2 March.
  if (Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day) return undefined;
  return Date.parse(text);
}

/** The same of a time that the grader itself expects. */
export function expectedInstant(text: string): number {
  const at = instantOf(text);
  if (at === undefined) throw new TypeError(`"${text}" is not a time with date and offset`);
  return at;
}
