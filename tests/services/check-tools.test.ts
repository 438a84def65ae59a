// What a definition may not say of its tools: every rule broken once, in a service that breaks none.
import { expect, test } from 'vitest';
import { checkDefinition } from '#services/check.ts';
import type { ServiceDefinition } from '#services/types.ts';
import { workshop } from './workshop.ts';

/** The workshop with the value at a path replaced, or taken away. */
function changed(path: string, value: unknown): ServiceDefinition {
  const copy = structuredClone(workshop) as unknown as { [key: string]: unknown };
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

test('the service they are broken in is sound', () => {
  expect(checkDefinition(workshop, [])).toEqual([]);
});

const jobs = 'collections.jobs';
const fields = `${jobs}.fields`;

test.each<[string, unknown, string]>([
  // Fields
  [`${fields}.price.currency`, undefined, `${fields}.price.currency: is missing`],
  [`${fields}.title.currency`, 'EUR', `${fields}.title.currency: only money has it`],
  [`${fields}.parts.currency`, 'coin', `${fields}.parts.currency: coin is neither a code like EUR nor a field of a job`],
  [`${fields}.parts.currency`, 'rush', `${fields}.parts.currency: rush is of type boolean and holds no code`],
  [`${fields}.parts.currency`, 'status', `${fields}.parts.currency: status may be open, which is no code like EUR`],
  [`${fields}.price.default`, 1.234, `${fields}.price.default: is 1.234, which is finer than EUR goes (2 decimals)`],
  [`${fields}.estimate.default`, '90m', `${fields}.estimate.default: write it as it is stored: "PT1H30M"`],
  [`${fields}.tags.of`, 'secret', `${fields}.tags.of: lists hold texts, not secret values`],
  [`${jobs}.occupies.also`, ['title'], `${jobs}.occupies.also: title holds no references`],
  // Lists, searches
  ['tools.list_jobs.sort', 'pin', 'tools.list_jobs.sort: pin is a detail and orders nothing that can be seen'],
  ['tools.search_jobs.in', ['pin'], 'tools.search_jobs.in: pin holds no words to search for'],
  ...(['is', 'contains', 'given'] as const).map((kind): [string, unknown, string] => [
    'tools.list_jobs.filters.pin',
    { field: 'pin', test: kind },
    `tools.list_jobs.filters.pin.test: ${kind} does not work on pin, which is of type secret`,
  ]),
  ['tools.list_jobs.filters.a', { test: 'is' }, 'tools.list_jobs.filters.a: has either field or fields'],
  [
    'tools.list_jobs.filters.a',
    { field: 'title', fields: ['notes'], test: 'contains' },
    'tools.list_jobs.filters.a: has either field or fields',
  ],
  ['tools.list_jobs.filters.a', { fields: ['title'], test: 'is' }, 'tools.list_jobs.filters.a.fields: only contains looks at several'],
  ['tools.list_jobs.filters.a', { fields: [], test: 'contains' }, 'tools.list_jobs.filters.a.fields: names no field'],
  ['tools.list_jobs.filters.a', { fields: ['titel'], test: 'contains' }, 'tools.list_jobs.filters.a.fields: a job has no field titel'],
  [
    'tools.list_jobs.filters.a',
    { field: 'price', test: 'in' },
    'tools.list_jobs.filters.a.test: in does not work on price, which is of type money',
  ],
  [
    'tools.list_jobs.filters.a',
    { field: 'tags', test: 'on' },
    'tools.list_jobs.filters.a.test: on does not work on tags, which is of type list of string',
  ],
  ['tools.list_jobs.filters.a', { field: 'title.name', test: 'is' }, 'tools.list_jobs.filters.a.field: title is no reference of a job'],
  ['tools.list_jobs.filters.a', { field: 'bay.colour', test: 'is' }, 'tools.list_jobs.filters.a.field: a bay has no field colour'],
  [
    'tools.list_jobs.filters.a',
    { field: 'bay.name', test: 'on' },
    'tools.list_jobs.filters.a.test: on does not work on bay.name, which is of type string',
  ],
  [
    'tools.list_jobs.filters.a',
    { fields: ['bay.name'], test: 'contains' },
    'tools.list_jobs.filters.a.fields: bay.name is of another record',
  ],
  // Summaries, free and busy
  ['tools.sum_jobs.sums', ['title'], 'tools.sum_jobs.sums: title cannot be added up'],
  ['tools.sum_jobs.extremes', ['title'], 'tools.sum_jobs.extremes: title has no least and no most'],
  ['tools.sum_jobs.extremes', ['notes'], 'tools.sum_jobs.extremes: notes is a detail, which lists do not show'],
  ['tools.sum_jobs.groups', ['price'], 'tools.sum_jobs.groups: price makes no groups'],
  ['tools.sum_jobs.groups', ['notes'], 'tools.sum_jobs.groups: notes is a detail, which lists do not show'],
  ['tools.sum_jobs.filters.group_by', { field: 'status', test: 'is' }, 'tools.sum_jobs: two arguments are called group_by'],
  ['tools.free_times.who', {}, 'tools.free_times.who: there is no argument'],
  ['tools.free_times.who', { who: 'tags' }, 'tools.free_times.who.who: tags is not among what occupies names'],
  ['tools.free_times.who', { from: 'mechanics' }, 'tools.free_times: two arguments are called from'],
  [
    'tools.free_times.collection',
    'messages',
    "tools.free_times.kind: a message takes up nobody's time, so there is no occupies to ask about",
  ],
  // States
  ['tools.update_job.only_if', { state: ['open'] }, 'tools.update_job.only_if.state: a job has no field state'],
  ['tools.update_job.only_if', { status: ['opened'] }, 'tools.update_job.only_if.status: it is never opened'],
  ['tools.update_job.only_if', { rush: ['yes'] }, 'tools.update_job.only_if.rush: it is never yes'],
  ['tools.delete_job.only_if', { status: [] }, 'tools.delete_job.only_if.status: no value at all, though every job has one'],
  [
    'tools.delete_job.only_if',
    { price: ['1'] },
    'tools.delete_job.only_if.price: a state is told by enums, booleans and short texts, not by a money',
  ],
  ['tools.create_job.only_if', { status: ['open'] }, 'tools.create_job.only_if: there is no record that it is made from'],
  // Updates
  ['tools.forget_estimate.clears', undefined, 'tools.forget_estimate.fields: names no field'],
  ['tools.forget_estimate.clears', ['title'], 'tools.forget_estimate.clears: every job has a title'],
  ['tools.forget_estimate.clears', ['colour'], 'tools.forget_estimate.clears: a job has no field colour'],
  ['tools.update_job.clears', ['bay'], 'tools.update_job.clears: the caller may give bay too'],
  ['tools.forget_estimate.makes', { due: '2026-03-09' }, 'tools.forget_estimate.clears: due is set by the tool itself'],
  ['tools.reopen_job.makes', { status: 'opened' }, 'tools.reopen_job.makes.status: is "opened", not one of its choices'],
  ['tools.close_job.requires', ['status'], "tools.close_job.requires: status is none of the tool's fields"],
  ['tools.update_job.counts', 'price', "tools.update_job.counts: price is no whole number of the service's own"],
  ['tools.update_job.adds', ['title'], 'tools.update_job.adds: title is no list'],
  ['tools.update_job.removes', ['label'], 'tools.update_job.removes: a job has no field label'],
  ['tools.update_job.keeps.in', 'jobs', 'tools.update_job.keeps.in: there is no other collection jobs'],
  ['tools.update_job.keeps.as', 'title', 'tools.update_job.keeps.as: title is no reference to workshop.jobs'],
  ['collections.versions.fields.reason', { type: 'string', about: 'Why.' }, 'tools.update_job.keeps: a kept version may have no reason'],
  ['tools.delete_series.by', 'price', 'tools.delete_series.by: price is of type money; it has to be a single text'],
  ['tools.delete_series.by', 'row', 'tools.delete_series.by: a job has no field row'],
  // What is made from something
  ['tools.reply.from', undefined, 'tools.reply.copies: there is no from to copy out of'],
  ['tools.reply.copies', {}, 'tools.reply.copies: nothing is copied'],
  ['tools.reply.copies', undefined, 'tools.reply: a new message would have no to'],
  ['tools.reply.from.collection', 'letters', 'tools.reply.from.collection: there is no collection letters'],
  ['tools.reply.from.argument', 'body', 'tools.reply: two arguments are called body'],
  ['tools.reply.copies.topic', 'subject', 'tools.reply.copies.topic: a message has no field topic'],
  ['tools.reply.copies.from', 'from', 'tools.reply.copies.from: sets says another value'],
  ['tools.reply.copies.to', ['sender'], 'tools.reply.copies.to: a message has no field sender'],
  ['tools.reply.copies.to', 'subject', 'tools.reply.copies.to: subject is of type string and does not go into one of type list of address'],
  [
    'tools.reply.copies.reply_to',
    'to',
    'tools.reply.copies.reply_to: to is of type list of address and does not go into one of type address',
  ],
  ['tools.reply.copies.subject', { all: ['subject'] }, 'tools.reply.copies.subject.all: only a list takes the values of several fields'],
  ['tools.reply.copies.to', { of: 'from', prefix: 'x' }, 'tools.reply.copies.to: prefix and below are for texts'],
  ['tools.reply_all.copies.cc.without', ['$setting.us'], 'tools.reply_all.copies.cc.without: there is no setting us'],
  ['tools.reply.addressees', ['reply_to'], "tools.reply.addressees: reply_to is none of the tool's fields"],
  ['tools.replace_job.copies.title', ['title', 'id'], 'tools.replace_job.copies.title: the id is that of a record that is gone afterwards'],
  // Other records that change
  ['tools.close_job.also', [], 'tools.close_job.also: names nothing that changes'],
  ['tools.close_job.also', [{ to: 'bay' }], 'tools.close_job.also.0: nothing of the other record is changed'],
  ['tools.close_job.also', [{ adds: { jobs: 1 } }], 'tools.close_job.also.0: has neither every nor to, so that it leads nowhere'],
  ['tools.close_job.also', [{ every: 'versions', sets: { title: 'x' } }], 'tools.close_job.also.0: every and by go together'],
  [
    'tools.close_job.also',
    [{ every: 'past', by: 'job', sets: { title: 'x' } }],
    'tools.close_job.also.0.every: there is no collection past',
  ],
  [
    'tools.close_job.also',
    [{ every: 'versions', by: 'title', sets: { title: 'x' } }],
    'tools.close_job.also.0.by: title is no reference to workshop.jobs',
  ],
  ['tools.close_job.also', [{ to: 'title', adds: { jobs: 1 } }], 'tools.close_job.also.0.to: title is no reference of a job'],
  ['tools.close_job.also', [{ to: 'bay', adds: { job: 1 } }], 'tools.close_job.also.0.adds.job: a bay has no field job'],
  [
    'tools.close_job.also',
    [{ to: 'bay', adds: { name: 1 } }],
    'tools.close_job.also.0.adds.name: name is of type string, which has no sum',
  ],
  ['tools.close_job.also', [{ to: 'bay', takes: { jobs: 0 } }], 'tools.close_job.also.0.takes.jobs: 0 is not more than nothing'],
  ['tools.close_job.also', [{ to: 'bay', takes: { jobs: 'cost' } }], 'tools.close_job.also.0.takes.jobs: a job has no field cost'],
  [
    'tools.close_job.also',
    [{ to: 'bay', takes: { jobs: 'title' } }],
    'tools.close_job.also.0.takes.jobs: title is of type string, not a number',
  ],
  [
    'tools.close_job.also',
    [{ to: 'bay', adds: { jobs: 'price' } }],
    'tools.close_job.also.0.adds.jobs: jobs is a whole number, and price need not be',
  ],
  [
    'tools.close_job.also',
    [{ to: 'bay', adds: { takings: 'version' } }],
    'tools.close_job.also.0.adds.takings: an amount of money and a number do not add up',
  ],
  ['tools.close_job.also', [{ to: 'bay', adds: { jobs: 1 }, takes: { jobs: 1 } }], 'tools.close_job.also.0: jobs is changed twice'],
  [
    'tools.close_job.also',
    [{ to: 'bay', sets: { last_used: 'soon' } }],
    'tools.close_job.also.0.sets.last_used: is "soon": it is not a time',
  ],
  ['tools.close_job.also', [{ to: 'bay', sets: { colour: 'red' } }], 'tools.close_job.also.0.sets.colour: a bay has no field colour'],
  // Series
  ['tools.create_job.repeats.moves', [], 'tools.create_job.repeats.moves: names no field'],
  ['tools.create_job.repeats.moves', ['title'], 'tools.create_job.repeats.moves: title is neither a time nor a date'],
  ['tools.create_job.repeats.moves', ['due'], 'tools.create_job.repeats.moves: due leads the series and may not be optional'],
  ['tools.create_job.repeats.series', 'title', "tools.create_job.repeats.series: title is no optional text of the service's own"],
  [
    `${fields}.entries`,
    { type: 'string', about: 'x', optional: true },
    'tools.create_job.repeats: the answer has a place called entries, and so has a job',
  ],
  ['tools.create_job.from', { argument: 'times' }, 'tools.create_job: two arguments are called times'],
])('%s = %j', (path, value, problem) => {
  expect(checkDefinition(changed(path, value), [])).toContain(problem);
});
