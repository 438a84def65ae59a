// Lengths of time as records hold them.

/** Seconds of `PT1H30M`, `P12D`; undefined for all that is no such length. A day is 24 hours, a week seven of them. */
export function lengthSeconds(text: string): number | undefined {
  const parts = /^P(?=[\dT])(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})S)?)?$/u.exec(text);
  if (parts === null) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return (((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}
