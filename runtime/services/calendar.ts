// Everybody's calendar in one place: who takes part in what, when, and in which room. People are those of the contacts.
import { events } from './calendar/events.ts';
import { invitations } from './calendar/invitations.ts';
import { times } from './calendar/times.ts';
import { defineService } from './types.ts';

export const calendar = defineService({
  name: 'calendar',
  title: 'Calendar',
  about: 'The shared calendar: events of all colleagues with their time, place, organizer, attendees and answers; rooms and working hours.',
  collections: { ...events.collections, ...invitations.collections, ...times.collections },
  tools: { ...events.tools, ...invitations.tools, ...times.tools },
});
