// Series, free and busy times, and summaries.
import { describe, expect, test } from 'vitest';
import { entriesOf, refusal, result } from '../workspace/harness.ts';
import { changesOf, job, NEW, open } from './workshop-office.ts';

describe('series', () => {
  const starts = (made: unknown) => (made as { entries: { id: string; start: string }[] }).entries.map(({ start }) => start);

  test('keeps the hour of the day when the clocks change, and moves everything that moves', () => {
    const desk = open();
    const made = result(desk, 'workshop.create_job', {
      ...NEW,
      start: '2026-03-22T09:00',
      end: '2026-03-22T10:00',
      due: '2026-03-23',
      repeats: 'weekly',
      times: 3,
    });
    expect(made).toMatchObject({ id: 'JOB-2', series: 'JOB-2', start: '2026-03-22T09:00:00+01:00' });
    expect((made as { entries: unknown }).entries).toEqual([
      { id: 'JOB-2', due: '2026-03-23', start: '2026-03-22T09:00:00+01:00', end: '2026-03-22T10:00:00+01:00' },
      { id: 'JOB-3', due: '2026-03-30', start: '2026-03-29T09:00:00+02:00', end: '2026-03-29T10:00:00+02:00' },
      { id: 'JOB-4', due: '2026-04-06', start: '2026-04-05T09:00:00+02:00', end: '2026-04-05T10:00:00+02:00' },
    ]);
    expect(result(desk, 'workshop.delete_series', { series: 'JOB-2' })).toEqual({ deleted: ['JOB-2', 'JOB-3', 'JOB-4'] });
    expect(refusal(desk, 'workshop.delete_series', { series: 'JOB-2' }).code).toBe('not_found');
  });

  test('weekdays leave out the weekend, months those without the day; until is inclusive', () => {
    const desk = open();
    const from = (day: string) => ({ ...NEW, start: `${day}T09:00`, end: `${day}T10:00` });
    const days = (made: unknown) => starts(made).map((start) => start.slice(5, 10));
    expect(days(result(desk, 'workshop.create_job', { ...from('2026-03-12'), repeats: 'weekdays', until: '2026-03-17' }))).toEqual([
      '03-12',
      '03-13',
      '03-16',
      '03-17',
    ]);
    expect(days(result(desk, 'workshop.create_job', { ...from('2026-01-31'), repeats: 'monthly', times: 3 }))).toEqual([
      '01-31',
      '03-31',
      '05-31',
    ]);
    expect(days(result(desk, 'workshop.create_job', { ...from('2026-01-31'), repeats: 'monthly', until: '2026-04-30' }))).toEqual([
      '01-31',
      '03-31',
    ]);
  });

  test.each([
    [{ repeats: 'daily' }, 'A series ends somewhere.'],
    [{ repeats: 'daily', until: '2026-03-20', times: 2 }, 'A series ends somewhere.'],
    [{ times: 2 }, 'until and times belong to a series, and repeats is missing.'],
    [{ repeats: 'daily', times: 61 }, 'times is 61.'],
    [{ repeats: 'daily', until: '2027-01-01' }, 'From 2026-03-12 until 2027-01-01 there are more than 60 dates.'],
    [{ repeats: 'daily', until: '2026-03-01' }, 'until is 2026-03-01, before the series begins (2026-03-12).'],
    [
      { repeats: 'weekdays', times: 2, start: '2026-03-14T09:00', end: '2026-03-14T10:00' },
      'The series would begin on 2026-03-14, which is no weekday.',
    ],
    [{ repeats: 'daily', times: 2, start: '9999-12-31T23:30:00Z', end: '9999-12-31T23:40:00Z' }, /too far away/],
  ])('%j is refused', (args, problem) => {
    const desk = open();
    expect(refusal(desk, 'workshop.create_job', { ...NEW, ...args }).message).toEqual(
      problem instanceof RegExp ? expect.stringMatching(problem) : problem,
    );
    expect(changesOf(desk)).toEqual([]);
  });
});

describe('free and busy', () => {
  const desk = open({
    'workshop.jobs': [
      job('JOB-1', { start: '2026-03-13T09:00:00Z', end: '2026-03-13T10:30:00Z' }),
      job('JOB-2', { start: '2026-03-13T12:00:00Z', end: '2026-03-13T13:00:00Z', mechanics: ['MEC-2'], bay: 'BAY-1' }),
      job('JOB-3', { start: '2026-03-13T08:00:00Z', end: '2026-03-13T20:00:00Z', status: 'closed' }),
    ],
  });
  const day = { from: '2026-03-13', to: '2026-03-17' };

  test('says when, not what; free is what is left of working hours and long enough', () => {
    const answer = result(desk, 'workshop.free_times', {
      ...day,
      mechanics: ['MEC-1'],
      bays: ['BAY-1'],
      duration: '2h',
      working_hours: '09:00-17:00',
    });
    expect(answer).toEqual({
      busy: {
        'MEC-1': [{ from: '2026-03-13T10:00:00+01:00', to: '2026-03-13T11:30:00+01:00' }],
        'BAY-1': [{ from: '2026-03-13T13:00:00+01:00', to: '2026-03-13T14:00:00+01:00' }],
      },
      free: [
        { from: '2026-03-13T14:00:00+01:00', to: '2026-03-13T17:00:00+01:00' },
        { from: '2026-03-16T09:00:00+01:00', to: '2026-03-16T17:00:00+01:00' },
      ],
    });
    expect(JSON.stringify(answer)).not.toMatch(/Brakes|JOB-/);
    expect(entriesOf(desk.evidence()).at(-1)?.shown.records).toEqual({
      'workshop.jobs/JOB-1': ['start', 'end'],
      'workshop.jobs/JOB-2': ['start', 'end'],
    });
  });

  test('without working hours the windows go through the night', () => {
    expect(result(desk, 'workshop.free_times', { ...day, mechanics: 'MEC-2' })).toMatchObject({
      free: [
        { from: '2026-03-13T00:00:00+01:00', to: '2026-03-13T13:00:00+01:00' },
        { from: '2026-03-13T14:00:00+01:00', to: '2026-03-17T00:00:00+01:00' },
      ],
    });
  });

  test.each([
    [{ ...day }, 'Nobody was asked about.'],
    [{ from: day.to, to: day.from, mechanics: ['MEC-1'] }, /^to is .* not after from\.$/],
    [{ from: '2026-03-13', to: '2026-06-13', mechanics: ['MEC-1'] }, 'From from to to are 92 days.'],
    [{ ...day, mechanics: ['MEC-1'], working_hours: '17:00-09:00' }, 'working_hours are no hours of a day.'],
    [{ ...day, mechanics: ['MEC-9'] }, /no such mechanic/],
  ])('%j is refused', (args, problem) => {
    expect(refusal(desk, 'workshop.free_times', args).message).toEqual(
      problem instanceof RegExp ? expect.stringMatching(problem) : problem,
    );
  });
});

describe('summaries', () => {
  const desk = open({
    'workshop.jobs': [
      job('JOB-1', { price: 0.1, parts: 10, estimate: 'PT45M', mechanics: ['MEC-1', 'MEC-2'] }),
      job('JOB-2', {
        price: 0.2,
        parts: 500,
        currency: 'JPY',
        estimate: 'PT30M',
        status: 'closed',
        start: '2026-03-31T22:30:00Z',
        end: '2026-03-31T23:00:00Z',
      }),
      job('JOB-3', { price: 100, parts: 2.5, bay: 'BAY-1', status: 'pending' }),
    ],
  });
  const sum = (args: object = {}) => result(desk, 'workshop.sum_jobs', args) as { readonly [key: string]: unknown };

  test('are exact, of each currency by itself, over the filters', () => {
    const { least: _least, most: _most, ...whole } = sum();
    expect(whole).toEqual({ count: 3, sums: { price: 100.3, parts: { EUR: 12.5, JPY: 500 }, estimate: 'PT1H15M', version: 3 } });
    expect(sum({ status: ['open', 'closed'] })).toMatchObject({ count: 2, sums: { price: 0.3 } });
    expect(sum({ status: 'open', date_from: '2027-01-01' })).toEqual({
      count: 0,
      sums: { price: 0, parts: {}, estimate: 'PT0S', version: 0 },
      least: { price: null, parts: {}, estimate: null, due: null, start: null },
      most: { price: null, parts: {}, estimate: null, due: null, start: null },
    });
  });

  test('tell the least and the most, of each currency by itself, times as they are shown', () => {
    expect(sum().least).toEqual({
      price: 0.1,
      parts: { EUR: 2.5, JPY: 500 },
      estimate: 'PT30M',
      due: null,
      start: '2026-03-10T09:00:00+01:00',
    });
    expect(sum().most).toEqual({
      price: 100,
      parts: { EUR: 10, JPY: 500 },
      estimate: 'PT45M',
      due: null,
      start: '2026-04-01T00:30:00+02:00',
    });
    const [open] = sum({ group_by: 'status' }).groups as readonly { readonly most: unknown }[];
    expect(open?.most).toMatchObject({ price: 0.1, estimate: 'PT45M' });
  });

  test('go by group: enums in their order, several values in several groups, those without a value last', () => {
    const groups = (by: string) =>
      (sum({ group_by: by }).groups as { value: unknown; count: number }[]).map(({ value, count }) => [value, count]);
    expect(groups('status')).toEqual([
      ['open', 1],
      ['pending', 1],
      ['closed', 1],
    ]);
    expect(groups('mechanics')).toEqual([
      ['MEC-1', 3],
      ['MEC-2', 1],
    ]);
    expect(groups('bay')).toEqual([
      ['BAY-1', 1],
      [null, 2],
    ]);
    // In Berlin it is April already.
    expect(groups('start_month')).toEqual([
      ['2026-03', 2],
      ['2026-04', 1],
    ]);
    expect(refusal(desk, 'workshop.sum_jobs', { group_by: 'start' }).message).toMatch(/not one of its choices/);
    expect(sum({ group_by: 'status', limit: 2 })).toMatchObject({ count: 3, total_groups: 3, next_cursor: expect.any(String) });
  });
});
