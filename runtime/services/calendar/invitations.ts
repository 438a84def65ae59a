// Invitations and the answers to them. An event has its attendees whether or not anybody was asked.
import type { ServicePart } from '../types.ts';

export const invitations: ServicePart = {
  collections: {
    invitations: {
      about: 'One entry per person who was asked to an event, with their answer.',
      noun: 'invitation',
      prefix: 'IVT-',
      fields: {
        event: { type: 'reference', to: 'calendar.events', about: 'The event.' },
        person: { type: 'reference', to: 'contacts.people', about: 'Who was asked (a person in contacts).' },
        answer: {
          type: 'enum',
          values: ['pending', 'accepted', 'declined', 'tentative'],
          about: 'pending: has not answered; accepted: comes; declined: does not come; tentative: may come.',
          default: 'pending',
        },
        comment: { type: 'string', about: 'What the person wrote with the answer.', optional: true },
        proposed_start: { type: 'time', about: 'Another start that the person would prefer.', optional: true },
        sent: { type: 'time', about: 'When the person was asked.', default: '$now' },
        answered: { type: 'time', about: 'When the person answered.', optional: true },
      },
    },
  },
  tools: {
    list_invitations: {
      kind: 'list',
      effect: 'read',
      title: 'List invitations',
      about: 'Lists invitations with their answers: all of one event with `event`, what somebody was asked to with `person`.',
      collection: 'invitations',
      filters: {
        event: { field: 'event', test: 'is', about: 'Only invitations to this event: its id.' },
        person: { field: 'person', test: 'is', about: 'Only invitations of this person: the id of a person in contacts.' },
        answer: { field: 'answer', test: 'is' },
        proposes_another_time: {
          field: 'proposed_start',
          test: 'given',
          about: 'true: only answers that propose another start; false: only those that do not.',
        },
      },
      sort: 'sent',
    },
    invite_person: {
      kind: 'create',
      effect: 'create',
      title: 'Invite somebody',
      about: 'Asks a person to an event; the answer comes later. It does not make the person an attendee: update_event does.',
      collection: 'invitations',
      fields: ['event', 'person'],
      sets: { answer: 'pending', sent: '$now' },
    },
    answer_invitation: {
      kind: 'update',
      effect: 'update',
      title: 'Answer an invitation',
      about:
        'Accepts or declines an invitation for the person who was asked, with a comment or another start as proposal. The event stays as it is.',
      collection: 'invitations',
      fields: ['answer', 'comment', 'proposed_start'],
      requires: ['answer'],
      sets: { answered: '$now' },
    },
    withdraw_invitation: {
      kind: 'delete',
      effect: 'delete',
      title: 'Withdraw an invitation',
      about: 'Takes back an invitation that was not answered yet, for good. The attendees of the event stay as they are.',
      collection: 'invitations',
      only_if: { answer: ['pending'] },
    },
  },
};
