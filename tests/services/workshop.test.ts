// The service language at work: the contract that every service keeps, and what each of its features does.
import { describe, expect, test } from 'vitest';
import { toolList } from '#workspace/schema.ts';
import { serviceContract } from '../contracts/service-suite.ts';
import { entriesOf, idsOf, refusal, result, use } from '../workspace/harness.ts';
import { workshop } from './workshop.ts';
import { changesOf, job, message, NEW, open } from './workshop-office.ts';

serviceContract([workshop]);

function schemaOf(tool: string): { readonly [argument: string]: { readonly [key: string]: unknown } } {
  const listing = toolList({ services: [workshop], zone: 'Europe/Berlin' }).find(({ name }) => name === tool);
  return listing?.inputSchema.properties as ReturnType<typeof schemaOf>;
}

describe('fields', () => {
  test('what counts for an argument that is left out is said, where it is always the same', () => {
    const { rush, estimate } = schemaOf('workshop.create_job');
    expect(rush?.description).toBe('Whether it is urgent. (false unless given)');
    expect(estimate?.description).not.toContain('unless given');
  });

  test('money is as fine as its currency, also where that stands beside it', () => {
    const desk = open();
    expect(result(desk, 'workshop.create_job', { ...NEW, price: '99.90 EUR', parts: 12.5, estimate: '90 min' })).toMatchObject({
      price: 99.9,
      estimate: 'PT1H30M',
    });
    expect(refusal(desk, 'workshop.create_job', { ...NEW, price: 99.999 })).toMatchObject({
      code: 'wrong_argument',
      message: 'price is 99.999, which is finer than EUR goes (2 decimals).',
    });
    expect(refusal(desk, 'workshop.create_job', { ...NEW, price: '99 USD' }).message).toBe('price is "99 USD", not in EUR.');
    expect(refusal(desk, 'workshop.create_job', { ...NEW, parts: 12.5, currency: 'JPY' }).message).toMatch(/^parts is 12\.5, .* JPY goes/);
    expect(use(desk, 'workshop.create_job', { ...NEW, parts: 12.125, currency: 'KWD' }).ok).toBe(true);
    // The currency alone may be what makes an amount too fine.
    expect(refusal(desk, 'workshop.update_job', { id: 'JOB-2', currency: 'JPY' }).message).toMatch(/^parts is 12\.5, /);
  });

  test('a secret is seen by get alone', () => {
    const desk = open({ 'workshop.jobs': [job('JOB-1', { pin: '4711' })] });
    expect(result(desk, 'workshop.get_job', { id: 'JOB-1' })).toMatchObject({ pin: '4711' });
    for (const [tool, args] of [
      ['list_jobs', {}],
      ['search_jobs', { query: 'brakes' }],
      ['update_job', { id: 'JOB-1', pin: '0815' }],
      ['duplicate_job', { job: 'JOB-1', start: NEW.start, end: NEW.end }],
    ] as const) {
      const shown = JSON.stringify(result(desk, `workshop.${tool}`, args));
      expect(shown, tool).not.toMatch(/4711|0815|"pin"/);
    }
    expect(
      entriesOf(desk.evidence())
        .slice(1)
        .flatMap((entry) => Object.values(entry.shown.records).flat()),
    ).not.toContain('pin');
    expect(changesOf(desk)[0]?.after).toMatchObject({ pin: '0815' });
  });

  test('the schema says how they are written', () => {
    const schema = schemaOf('workshop.create_job');
    expect(schema.price).toMatchObject({ type: 'number', description: expect.stringContaining('An amount in EUR, at most 2 decimals.') });
    expect(schema.parts).toMatchObject({ type: 'number', description: expect.stringContaining('in the currency of currency.') });
    expect(schema.estimate).toMatchObject({ type: 'string', description: expect.stringContaining('such as 45m, 1h 30m or 2d') });
    expect(schema.pin).toMatchObject({ type: 'string' });
    const filters = schemaOf('workshop.list_jobs');
    expect(filters.status).toMatchObject({ type: 'array', items: { type: 'string', enum: ['open', 'pending', 'closed'] } });
    expect(filters.has_bay).toMatchObject({ type: 'boolean' });
    expect(filters.date).toMatchObject({ type: 'string', description: expect.stringContaining('A date') });
  });
});

describe('lists', () => {
  const desk = open({
    'workshop.jobs': [
      job('JOB-1', { estimate: 'P2D', start: '2026-03-09T23:30:00Z', end: '2026-03-10T00:30:00Z' }),
      job('JOB-2', { estimate: 'PT10H', status: 'pending', notes: 'New brake discs' }),
      job('JOB-3', { estimate: 'PT45M', status: 'closed', title: 'Discs', bay: 'BAY-1' }),
      job('JOB-4', { title: 'Oil' }),
    ],
  });
  const ids = (args: object) => idsOf(result(desk, 'workshop.list_jobs', args));

  test('lengths of time are compared and sorted as such', () => {
    expect(ids({})).toEqual(['JOB-3', 'JOB-2', 'JOB-1', 'JOB-4']);
    expect(ids({ estimate_at_least: '10 hours' })).toEqual(['JOB-2', 'JOB-1']);
    expect(ids({ estimate: '48h' })).toEqual(['JOB-1']);
  });

  test('one filter takes several values, or looks into several fields', () => {
    expect(ids({ status: ['open', 'pending'] })).toEqual(['JOB-2', 'JOB-1', 'JOB-4']);
    expect(ids({ status: 'closed' })).toEqual(['JOB-3']);
    expect(ids({ text: 'DISC' })).toEqual(['JOB-3', 'JOB-2']);
    expect(ids({ has_bay: false })).toEqual(['JOB-2', 'JOB-1', 'JOB-4']);
  });

  test('days are those of the office', () => {
    expect(ids({ date: '2026-03-09' })).toEqual([]);
    expect(ids({ date_from: '2026-03-10', date_to: '2026-03-10' })).toEqual(['JOB-3', 'JOB-2', 'JOB-1', 'JOB-4']);
  });
});

describe('states', () => {
  test('a tool that does not take the record says why, and which tool helps', () => {
    const desk = open({ 'workshop.jobs': [job('JOB-1', { status: 'closed', resolution: 'Done' })] });
    expect(refusal(desk, 'workshop.update_job', { id: 'JOB-1', title: 'New' })).toEqual({
      code: 'conflict',
      message: 'workshop.update_job does not take job JOB-1: its status would have to be open or pending, and it is closed.',
      hint: 'workshop.reopen_job changes the status.',
    });
    expect(refusal(desk, 'workshop.delete_job', { id: 'JOB-1' })).toMatchObject({
      message: 'workshop.delete_job does not take job JOB-1: its resolution would have to be empty, and it is Done.',
      hint: 'workshop.reopen_job changes the resolution.',
    });
    expect(refusal(desk, 'workshop.duplicate_job', { job: 'JOB-1', start: NEW.start, end: NEW.end }).code).toBe('conflict');
    expect(changesOf(desk)).toEqual([]);
    result(desk, 'workshop.reopen_job', { id: 'JOB-1' });
    expect(result(desk, 'workshop.update_job', { id: 'JOB-1', title: 'New' })).toMatchObject({ title: 'New', status: 'open' });
  });

  test('what a tool is for needs no more than the id, and what it needs has to be given', () => {
    const desk = open();
    for (const nothing of [{}, { resolution: '' }, { resolution: null }])
      expect(refusal(desk, 'workshop.close_job', { id: 'JOB-1', ...nothing }).message).toBe('resolution is missing.');
    expect(result(desk, 'workshop.close_job', { id: 'JOB-1', resolution: 'New pads' })).toMatchObject({
      status: 'closed',
      resolution: 'New pads',
    });
    expect(schemaOf('workshop.reopen_job')).toEqual({ id: expect.anything() });
  });
});

describe('lists of values', () => {
  test('are added to and taken from, each value once', () => {
    const desk = open({ 'workshop.jobs': [job('JOB-1', { tags: ['a', 'b'] })] });
    expect(result(desk, 'workshop.update_job', { id: 'JOB-1', add_tags: ['b', 'c', 'c'], remove_tags: ['a', 'z'] })).toMatchObject({
      tags: ['b', 'c'],
    });
    expect(changesOf(desk).length).toBe(2);
    // Nothing new: no change, and no version either.
    result(desk, 'workshop.update_job', { id: 'JOB-1', add_tags: ['c'] });
    expect(changesOf(desk).length).toBe(2);
    expect(result(desk, 'workshop.update_job', { id: 'JOB-1', remove_tags: ['b', 'c'] })).not.toHaveProperty('tags');
    expect(refusal(desk, 'workshop.update_job', { id: 'JOB-1', remove_mechanics: ['MEC-1'] }).message).toBe(
      'mechanics would be left without a value.',
    );
    expect(refusal(desk, 'workshop.update_job', { id: 'JOB-1', add_mechanics: ['MEC-9'] }).message).toMatch(/no such mechanic/);
  });
});

describe('versions', () => {
  test('the record as it was is kept, and the version goes up by one', () => {
    const desk = open();
    result(desk, 'workshop.update_job', { id: 'JOB-1', price: 130 });
    result(desk, 'workshop.update_job', { id: 'JOB-1', title: 'Brakes and tyres' });
    expect(result(desk, 'workshop.list_versions', { job: 'JOB-1' })).toMatchObject({
      items: [
        { id: 'VER-2', job: 'JOB-1', title: 'Brakes', price: 130, version: 2 },
        { id: 'VER-1', job: 'JOB-1', title: 'Brakes', price: 120.5, version: 1 },
      ],
    });
    expect(result(desk, 'workshop.get_job', { id: 'JOB-1' })).toMatchObject({ version: 3 });
    expect(changesOf(desk).map(({ effect, collection }) => `${effect} ${collection}`)).toEqual([
      'update workshop.jobs',
      'create workshop.versions',
      'update workshop.jobs',
      'create workshop.versions',
    ]);
  });
});

describe('copies', () => {
  const mail = {
    'workshop.messages': [
      message('WM-1', { reply_to: 'desk@x.example', cc: ['Cleo@x.example', 'bob@x.example'], thread: 'T1' }),
      message('WM-2', { subject: 'RE: Squeaking' }),
    ],
  };

  test('a reply goes to where answers go, under a subject that does not double', () => {
    const desk = open(mail);
    expect(result(desk, 'workshop.reply', { message: 'WM-1', body: 'We look.' })).toMatchObject({
      from: 'us@workshop.example',
      to: ['desk@x.example'],
      subject: 'Re: Squeaking',
      in_reply_to: 'WM-1',
      thread: 'T1',
    });
    expect(result(desk, 'workshop.reply', { message: 'WM-2', body: 'We look.' })).toMatchObject({
      to: ['ann@x.example'],
      subject: 'RE: Squeaking',
    });
    expect(changesOf(desk).map(({ recipients }) => recipients)).toEqual([['desk@x.example'], ['ann@x.example']]);
    expect(refusal(desk, 'workshop.reply', { message: 'WM-9', body: '' }).message).toMatch(/no such message/);
  });

  test('everybody, each once, without oneself', () => {
    const desk = open(mail);
    expect(result(desk, 'workshop.reply_all', { message: 'WM-1', body: 'Hi' })).toMatchObject({ cc: ['bob@x.example', 'Cleo@x.example'] });
    expect(result(desk, 'workshop.reply_all', { message: 'WM-2', body: 'Hi' })).toMatchObject({ cc: ['bob@x.example'], thread: 'WM-2' });
  });

  test('a text may go below what the caller says; without a source nothing is copied', () => {
    const desk = open(mail);
    result(desk, 'workshop.forward', { message: 'WM-1', to: 'zoe@x.example', body: 'See below.' });
    expect(changesOf(desk)[0]?.after).toMatchObject({
      subject: 'Fwd: Squeaking',
      body: 'See below.\n\n--- forwarded message ---\nIt squeaks.',
    });
    expect(refusal(desk, 'workshop.forward', { to: 'zoe@x.example', body: 'See below.' })).toMatchObject({
      message: 'subject is missing: no message was given.',
      hint: 'Give message.',
    });
  });

  test('what the caller gives goes first', () => {
    const desk = open();
    const times = { start: NEW.start, end: NEW.end };
    expect(result(desk, 'workshop.duplicate_job', { job: 'JOB-1', ...times })).toMatchObject({ title: 'Again: Brakes', price: 120.5 });
    expect(result(desk, 'workshop.duplicate_job', { job: 'JOB-1', ...times, title: 'Mine' })).toMatchObject({ title: 'Mine' });
  });
});
