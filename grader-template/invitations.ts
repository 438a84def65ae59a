// The times of an invitation as calendar programs write it down (iCalendar, .ics), put as people write them.

/**
 * The same text with such lines as prose; everything else stays. When it was made, and rules of time zones, are not when it is.
 *
 * | line | becomes |
 * |---|---|
 * | `DTSTART;TZID=Europe/Berlin:20260331T131500` | `Start: 2026-03-31T13:15 (Europe/Berlin)` |
 * | `DTEND:20260331T120000Z` | `End: 2026-03-31T12:00Z` |
 * | `DURATION:PT1H15M` | `Duration: 1 h 15 min` |
 * | `DTSTAMP:20260326T092500Z`, `CREATED:…`, `LAST-MODIFIED:…`, all between `BEGIN:VTIMEZONE` and `END:VTIMEZONE` | nothing |
 */
export function proseOfInvitation(text: string): string {
  if (!/^(?:DTSTART|DTEND|BEGIN:V)/mu.test(text)) return text;
  return text
    .replace(/^BEGIN:VTIMEZONE$[\s\S]{0,4000}?^END:VTIMEZONE\s*$/gmu, '')
    .replace(/^(?:DTSTAMP|CREATED|LAST-MODIFIED)\b.*/gmu, '')
    .replace(MOMENT, (_, which, zone, year, month, day, hour, minute, utc) => {
      const place = zone === undefined ? '' : ` (${zone})`;
      return `${which === 'START' ? 'Start' : 'End'}: ${year}-${month}-${day}T${hour}:${minute}${utc}${place}`;
    })
    .replace(
      /^DURATION:PT(?=\d)(?:(\d{1,2})H)?(?:(\d{1,3})M)?(?:0{1,2}S)?\s*$/gmu,
      (_, hours = '0', minutes = '0') => `Duration: ${hours} h ${minutes} min`,
    );
}

const MOMENT =
  /^DT(START|END)(?:;VALUE=DATE-TIME)?(?:;TZID="?([\p{L}_/]{1,60})"?)?(?:;VALUE=DATE-TIME)?:(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:\d{2})?(Z?)[^\S\n]*$/gmu;
