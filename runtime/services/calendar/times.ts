// Where and when things can take place: rooms, calendars beside those of people, and working hours.
import type { ServicePart } from '../types.ts';

export const times: ServicePart = {
  collections: {
    rooms: {
      about: 'One entry per room that can be booked.',
      noun: 'room',
      prefix: 'ROOM-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        capacity: { type: 'integer', about: 'How many people it seats.', optional: true },
        building: { type: 'string', about: 'Site or building, and floor.', optional: true },
        equipment: { type: 'list', of: 'string', about: 'What is in it, such as "video", "whiteboard".', optional: true },
        bookable: { type: 'boolean', about: 'Whether it may be booked at present.', default: true },
        notes: { type: 'string', about: 'What else to know about it.', optional: true },
      },
    },
    calendars: {
      about: 'One entry per calendar of a team, a project or of holidays. What somebody attends stands in no calendar but the common one.',
      noun: 'calendar',
      prefix: 'CAL-',
      fields: {
        name: { type: 'string', about: 'What it is called.' },
        kind: { type: 'enum', values: ['team', 'project', 'holidays', 'other'], about: 'What it is for.', default: 'team' },
        owner: { type: 'reference', to: 'contacts.people', about: 'Who keeps it (a person in contacts).', optional: true },
      },
    },
    working_hours: {
      about: 'When people work, where that is not what is usual in the house; a person may have several entries.',
      noun: 'entry of working hours',
      prefix: 'HRS-',
      fields: {
        person: { type: 'reference', to: 'contacts.people', about: 'Whose hours (a person in contacts).' },
        days: {
          type: 'list',
          of: 'enum',
          values: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
          about: 'Days of the week that they are for.',
        },
        hours: { type: 'string', about: 'From when to when, such as "09:00-17:00".' },
        zone: {
          type: 'string',
          about: 'Time zone that the hours are in, such as Europe/Lisbon; absent: that of the house.',
          optional: true,
        },
        note: { type: 'string', about: 'What else to know, such as "at home on Fridays".', optional: true },
      },
    },
  },
  tools: {
    list_rooms: {
      kind: 'list',
      effect: 'read',
      title: 'List rooms',
      about: 'Lists the rooms, by name, with their seats and equipment. When they are free, find_free_times shows.',
      collection: 'rooms',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only rooms whose name contains this text.' },
        capacity_at_least: { field: 'capacity', test: 'at_least', about: 'Only rooms that seat at least so many.' },
        building: { field: 'building', test: 'contains', about: 'Only rooms whose building contains this text.' },
        equipment: { field: 'equipment', test: 'has', about: 'Only rooms that have this.' },
        bookable: { field: 'bookable', test: 'is', about: 'true: only rooms that may be booked; false: only the others.' },
      },
      sort: 'name',
    },
    list_calendars: {
      kind: 'list',
      effect: 'read',
      title: 'List calendars',
      about: 'Lists the calendars of teams, projects and holidays, by name. Their events are listed by list_events.',
      collection: 'calendars',
      filters: {
        name: { field: 'name', test: 'contains', about: 'Only calendars whose name contains this text.' },
        kind: { field: 'kind', test: 'is' },
        owner: { field: 'owner', test: 'is', about: 'Only calendars that this person keeps: the id of a person in contacts.' },
      },
      sort: 'name',
    },
    list_working_hours: {
      kind: 'list',
      effect: 'read',
      title: 'List working hours',
      about: 'Lists when people work, where that is not what is usual in the house. find_free_times takes such hours as `working_hours`.',
      collection: 'working_hours',
      filters: {
        person: { field: 'person', test: 'is', about: 'Only hours of this person: the id of a person in contacts.' },
        day: { field: 'days', test: 'has', about: 'Only hours for this day of the week.' },
      },
      sort: 'person',
    },
    set_working_hours: {
      kind: 'update',
      effect: 'update',
      title: 'Change working hours',
      about: 'Changes an entry of working hours. Fields that are not given stay as they are; `days` replaces the whole list.',
      collection: 'working_hours',
      fields: ['days', 'hours', 'zone', 'note'],
    },
  },
};
