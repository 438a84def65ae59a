// Everybody's calendar in one place: who takes part in what, and when. People are those of the contacts.
import { defineService } from './types.ts';

export const calendar = defineService({
  name: 'calendar',
  title: 'Calendar',
  about: 'The shared calendar: events of all colleagues with their time, place, organizer and attendees.',
  collections: {
    events: {
      about: 'One entry per event; a series has an entry for each date.',
      noun: 'event',
      prefix: 'EVT-',
      fields: {
        title: { type: 'string', about: 'What it is called.' },
        start: { type: 'time', about: 'When it begins.' },
        end: { type: 'time', after: 'start', about: 'When it ends. An event that ends at the moment another begins is not in its way.' },
        organizer: {
          type: 'reference',
          to: 'contacts.people',
          about: 'Who called it (a person in contacts); takes part only when among the attendees.',
          optional: true,
        },
        attendees: { type: 'list', of: 'reference', to: 'contacts.people', about: 'Who takes part: ids of people in contacts.' },
        location: { type: 'string', about: 'Room, address or link.', optional: true },
        status: {
          type: 'enum',
          values: ['confirmed', 'tentative', 'cancelled'],
          about: 'confirmed: it takes place; tentative: pencilled in, the time is kept free for it; cancelled: it does not take place.',
          default: 'confirmed',
        },
        notes: { type: 'text', about: 'Agenda, links, whatever was written down.', optional: true, detail: true },
      },
      occupies: { who: 'attendees', from: 'start', to: 'end', unless: { status: ['cancelled'] } },
    },
  },
  tools: {
    list_events: {
      kind: 'list',
      effect: 'read',
      title: 'List events',
      about:
        'Lists events of everybody, by their start. Without filters it lists all of them, cancelled ones too; several filters must all hold. An event that begins before a moment and ends after it goes on at that moment.',
      collection: 'events',
      filters: {
        attendee: { field: 'attendees', test: 'has', about: 'Only events that this person takes part in: the id of a person in contacts.' },
        organizer: { field: 'organizer', test: 'is', about: 'Only events that this person called: the id of a person in contacts.' },
        starts_before: { field: 'start', test: 'before', about: 'Only events that begin before this moment.' },
        starts_after: { field: 'start', test: 'after', about: 'Only events that begin after this moment.' },
        ends_before: { field: 'end', test: 'before', about: 'Only events that end before this moment.' },
        ends_after: { field: 'end', test: 'after', about: 'Only events that end after this moment.' },
        status: { field: 'status', test: 'is' },
        location: { field: 'location', test: 'contains', about: 'Only events whose location contains this text.' },
        title: { field: 'title', test: 'contains', about: 'Only events whose title contains this text.' },
      },
      sort: 'start',
    },
    get_event: {
      kind: 'get',
      effect: 'read',
      title: 'Get an event',
      about: 'Shows one event with every field, notes included.',
      collection: 'events',
    },
    search_events: {
      kind: 'search',
      effect: 'read',
      title: 'Search events',
      about: 'Finds events by words in their title, location or notes.',
      collection: 'events',
      in: ['title', 'location', 'notes'],
    },
    create_event: {
      kind: 'create',
      effect: 'create',
      title: 'Create an event',
      about:
        'Puts a new event into the calendar of its attendees. It is confirmed unless `status` says otherwise. Nobody is asked and nothing keeps two events from lying at the same time.',
      collection: 'events',
      fields: ['title', 'start', 'end', 'organizer', 'attendees', 'location', 'status', 'notes'],
    },
    update_event: {
      kind: 'update',
      effect: 'update',
      title: 'Change an event',
      about:
        'Moves, renames, cancels or otherwise changes one event, for all of its attendees. Fields that are not given stay as they are; `attendees` replaces the whole list.',
      collection: 'events',
      fields: ['title', 'start', 'end', 'organizer', 'attendees', 'location', 'status', 'notes'],
    },
    delete_event: {
      kind: 'delete',
      effect: 'delete',
      title: 'Delete an event',
      about:
        'Removes one event for good, from the calendar of all of its attendees. To keep a trace of it, set its status to cancelled instead.',
      collection: 'events',
    },
  },
});
