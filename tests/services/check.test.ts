// Definitions that make no sense, and the words for it.
import { describe, expect, test } from 'vitest';
import { checkDefinition } from '#services/check.ts';
import type { ServiceDefinition, Tool } from '#services/types.ts';

const sound: ServiceDefinition = {
  name: 'parking',
  title: 'Parking',
  about: 'Places to park.',
  settings: { owner: { type: 'address', about: 'Who runs it.' } },
  collections: {
    places: {
      about: 'One per place.',
      noun: 'place',
      prefix: 'P-',
      fields: {
        label: { type: 'string', about: 'What stands on it.' },
        size: { type: 'enum', values: ['small', 'large'], about: 'How big it is.', default: 'small' },
        since: { type: 'time', about: 'In use since.', default: '$now' },
        guests: { type: 'list', of: 'address', about: 'Who may park there.', optional: true },
        notes: { type: 'text', about: 'Notes.', optional: true, detail: true },
        car: { type: 'reference', to: 'fleet.cars', about: 'Whose place it is.', optional: true },
      },
    },
  },
  tools: {
    list_places: {
      kind: 'list',
      effect: 'read',
      title: 'List',
      about: 'Lists places.',
      collection: 'places',
      filters: { size: { field: 'size', test: 'is' } },
      sort: '-since',
    },
    get_place: { kind: 'get', effect: 'read', title: 'Get', about: 'Shows one.', collection: 'places' },
    add_place: { kind: 'create', effect: 'create', title: 'Add', about: 'Adds one.', collection: 'places', fields: ['label', 'size'] },
    invite: {
      kind: 'send',
      effect: 'send',
      title: 'Invite',
      about: 'Invites.',
      collection: 'places',
      fields: ['label', 'guests'],
      addressees: ['guests'],
      sets: { size: 'large' },
    },
  },
};

const fleet: ServiceDefinition = {
  ...sound,
  name: 'fleet',
  collections: { cars: { ...sound.collections.places, about: 'Cars.', noun: 'car', prefix: 'C-', fields: {} } },
};

/** The definition with a path in it replaced. */
function changed(path: string, value: unknown): ServiceDefinition {
  const copy = structuredClone(sound) as unknown as { [key: string]: unknown };
  const keys = path.split('.');
  let at = copy;
  for (const key of keys.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as { [key: string]: unknown };
  }
  const last = keys.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy as unknown as ServiceDefinition;
}

const list = sound.tools.list_places as Tool;

describe('checkDefinition', () => {
  test('says nothing of a sound one', () => {
    expect(checkDefinition(sound)).toEqual([]);
    expect(checkDefinition(sound, [fleet])).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['name', 'Parking Lot', 'name: "Parking Lot" is not in lower snake case'],
    ['name', 'reply', 'name: reply is the name of a built-in tool'],
    ['about', ' ', 'about: is missing'],
    ['collections.places.noun', '', 'collections.places.noun: is missing'],
    ['collections.places.prefix', 'P1', 'collections.places.prefix: has to begin with a letter and not to end with a digit'],
    ['collections.places.fields.label.about', '', 'collections.places.fields.label.about: is missing'],
    [
      'collections.places.fields.id',
      { type: 'string', about: 'x' },
      'collections.places.fields.id: id is a name with a meaning of its own',
    ],
    ['collections.places.fields.size.values', [], 'collections.places.fields.size.values: is missing'],
    ['collections.places.fields.size.values', ['small', 'small'], 'collections.places.fields.size.values: holds a value twice'],
    ['collections.places.fields.size.default', 'huge', 'collections.places.fields.size.default: is "huge", not one of its choices'],
    ['collections.places.fields.label.default', '$now', 'collections.places.fields.label.default: $now is a time, the field is not'],
    ['collections.places.fields.label.default', '$setting.x', 'collections.places.fields.label.default: there is no setting x'],
    [
      'collections.places.fields.label.default',
      '$setting.owner',
      'collections.places.fields.label.default: the setting owner is of type address, the field of type string',
    ],
    [
      'collections.places.fields.label.default',
      '$today',
      'collections.places.fields.label.default: $today means nothing; there are $now and $setting.<name>',
    ],
    ['collections.places.fields.label.after', 'since', 'collections.places.fields.label.after: a string is not later than anything'],
    ['collections.places.fields.since.after', 'until', 'collections.places.fields.since.after: there is no other field until'],
    ['collections.places.fields.since.after', 'since', 'collections.places.fields.since.after: there is no other field since'],
    [
      'collections.places.fields.since.after',
      'label',
      'collections.places.fields.since.after: label is of type string, the field of type time',
    ],
    [
      'collections.places.occupies',
      { who: 'guests', from: 'since', to: 'label', unless: { size: ['huge'] } },
      'collections.places.occupies.who: guests is no list of references',
    ],
    [
      'collections.places.occupies',
      { who: 'guests', from: 'since', to: 'label', unless: { size: ['huge'] } },
      'collections.places.occupies: label is no time',
    ],
    [
      'collections.places.occupies',
      { who: 'guests', from: 'since', to: 'label', unless: { size: ['huge'] } },
      'collections.places.occupies.unless: size is never huge',
    ],
    ['collections.places.fields.label.to', 'fleet.cars', 'collections.places.fields.label.to: only references have it'],
    ['collections.places.fields.label.goes_along', true, 'collections.places.fields.label.goes_along: only references have it'],
    ['collections.places.fields.label.only_if', { size: ['big'] }, 'collections.places.fields.label.only_if: only references have it'],
    ['collections.places.fields.car.only_if', { mood: ['good'] }, 'collections.places.fields.car.only_if.mood: a car has no field mood'],
    ['collections.places.fields.guests.of', undefined, 'collections.places.fields.guests.of: is missing'],
    ['collections.places.fields.guests.of', 'number', 'collections.places.fields.guests.of: lists hold texts, not number values'],
    ['collections.places.fields.car.to', undefined, 'collections.places.fields.car.to: is missing'],
    ['collections.places.fields.car.to', 'cars', 'collections.places.fields.car.to: cars is not of the form service.collection'],
    ['collections.places.fields.car.to', 'fleet.bikes', 'collections.places.fields.car.to: there is no collection fleet.bikes'],
    ['collections.places.fields.car.to', 'zoo.cars', 'collections.places.fields.car.to: there is no service zoo'],
    ['collections.spare', { ...sound.collections.places, prefix: 'P-' }, 'collections.spare: no tool works on it'],
    ['collections.spare', { ...sound.collections.places, prefix: 'P-' }, 'collections.spare.prefix: P- is also the prefix of places'],
    ['tools.list_places.about', '', 'tools.list_places.about: is missing'],
    ['tools.list_places.title', undefined, 'tools.list_places.title: is missing'],
    ['tools.list_places.effect', 'update', 'tools.list_places.effect: a list tool has the effect read, not update'],
    ['tools.add_place.outward', true, 'tools.add_place.outward: only tools that read have it'],
    ['tools.list_places.kind', 'lst', 'tools.list_places.kind: there is no kind lst'],
    ['tools.list_places.collection', 'place', 'tools.list_places.collection: there is no collection place'],
    ['tools.list_places.sort', 'sinc', 'tools.list_places.sort: a place has no field sinc'],
    ['tools.list_places.sort', 'notes', 'tools.list_places.sort: notes is a detail and orders nothing that can be seen'],
    ['tools.list_places.filters.sise', { field: 'sise', test: 'is' }, 'tools.list_places.filters.sise.field: a place has no field sise'],
    [
      'tools.list_places.filters.size.test',
      'before',
      'tools.list_places.filters.size.test: before does not work on size, which is of type enum',
    ],
    [
      'tools.list_places.filters.guest',
      { field: 'guests', test: 'is' },
      'tools.list_places.filters.guest.test: is does not work on guests, which is of type list of address',
    ],
    [
      'tools.list_places.filters.limit',
      { field: 'size', test: 'is' },
      'tools.list_places.filters.limit: limit is an argument of every list',
    ],
    ['tools.add_place.fields', ['label', 'sise'], 'tools.add_place.fields: a place has no field sise'],
    ['tools.add_place.fields', ['size'], 'tools.add_place: a new place would have no label'],
    ['tools.add_place.sets', { size: 'small' }, 'tools.add_place.sets.size: the caller may give it too'],
    ['tools.invite.sets', { size: 'huge' }, 'tools.invite.sets.size: is "huge", not one of its choices'],
    ['tools.invite.addressees', [], 'tools.invite.addressees: names no field'],
    ['tools.invite.addressees', ['label'], 'tools.invite.addressees: label holds no addresses'],
    ['tools.invite.addressees', ['notes'], "tools.invite.addressees: notes is none of the tool's fields"],
    [
      `tools.${'long_'.repeat(10)}name`,
      list,
      `tools.${'long_'.repeat(10)}name: the name is too long for some clients (50 characters with its service)`,
    ],
  ])('%s = %j', (path, value, problem) => {
    expect(checkDefinition(changed(path, value), [fleet])).toContain(problem);
  });
});
