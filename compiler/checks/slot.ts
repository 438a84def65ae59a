// `slot`: a time was found and taken that suits everybody.
import { list, written, z } from '../shapes.ts';
import type { Template } from '../types.ts';
import { defineCheck } from './kind.ts';

export const slot = defineCheck({
  kind: 'slot',
  about:
    'Met when the agent made or moved exactly one event for these people, and it has all of them and nobody else, is long enough, lies inside the hours and overlaps no other event of anybody in it, nor any in its room, in the end. Tentative events are in the way, cancelled ones are not; an end that touches a beginning does not overlap. What an event is, the service says (`occupies` in its definition).',
  keys: {
    slot: z.string().describe('service.collection whose records take up time, such as calendar.events'),
    attendees: written.describe('Records of those who have to be there'),
    may_attend: written.optional().describe('Records of those who may be there as well'),
    length: z.string().optional().describe('At least so long: 45m, 1h, 1h30m'),
    exactly: z.string().optional().describe('Exactly so long, instead of `length`'),
    between: list(z.string()).describe(
      '[from, to]: times, read in the zone of the scenario where they have no offset; a date alone means 00:00',
    ),
    hours: z.string().optional().describe('09:00-17:00 in the zone of the scenario, Monday to Friday; any time when absent'),
    holidays: written.optional().describe('Days without hours: dates'),
    has: z.record(z.string(), written).optional().describe('Field of the event to value or matcher; also tells it from other events'),
  },
  restraint: false,
  statement: false,
  link: (linker) => {
    const collection = linker.collection('slot');
    const occupies = collection && linker.occupation(collection, 'slot');
    const attendees = linker.recordIds('attendees');
    const welcome = linker.keys.may_attend === undefined ? undefined : linker.recordIds('may_attend');
    const length = linker.slotLength();
    const windows = length && linker.windows(length);
    const has = collection !== undefined && linker.keys.has !== undefined ? linker.fields(collection, 'has') : undefined;
    if (collection === undefined || !occupies || attendees === undefined || !length || windows === undefined) return undefined;
    if ((welcome === undefined && 'may_attend' in linker.keys) || (has === undefined && 'has' in linker.keys)) return undefined;
    const params: { [key: string]: Template } = { collection, occupies, attendees };
    if (welcome !== undefined) params.may_attend = welcome;
    params.length = length;
    params.windows = windows;
    if (has !== undefined) params.has = has;
    return params;
  },
});
