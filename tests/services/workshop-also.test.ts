// Records that change with the one a tool works on, what a tool takes away, and filters that look along a reference.
import { describe, expect, test } from 'vitest';
import { defineService } from '#services/types.ts';
import { mountTools } from '#workspace/office.ts';
import { toolList } from '#workspace/schema.ts';
import { idsOf, refusal, result } from '../workspace/harness.ts';
import { workshop } from './workshop.ts';
import { changesOf, job, open } from './workshop-office.ts';

describe('other records that change', () => {
  const records = {
    'workshop.bays': [{ id: 'BAY-1', name: 'One', jobs: 4, takings: 10.1 }],
    'workshop.jobs': [job('JOB-1', { bay: 'BAY-1', price: 0.2 }), job('JOB-2')],
    'workshop.versions': ['JOB-1', 'JOB-1', 'JOB-2'].map((of, index) => ({
      id: `VER-${index + 1}`,
      job: of,
      title: 'Old',
      price: 1,
      version: 1,
      kept: '2026-03-01T08:00:00Z',
    })),
  };

  test('are each one update in the log, and are told in the answer as lists show them', () => {
    const desk = open(records);
    expect(result(desk, 'workshop.close_job', { id: 'JOB-1', resolution: 'Done' })).toMatchObject({
      id: 'JOB-1',
      also: [
        { collection: 'workshop.bays', id: 'BAY-1', jobs: 5, takings: 10.3, last_used: '2026-03-09T09:00:00+01:00' },
        { collection: 'workshop.versions', id: 'VER-1', title: 'closed' },
        { collection: 'workshop.versions', id: 'VER-2', title: 'closed' },
      ],
    });
    expect(changesOf(desk).map(({ effect, id, before }) => [effect, id, before !== null])).toEqual([
      ['update', 'JOB-1', true],
      ['update', 'BAY-1', true],
      ['update', 'VER-1', true],
      ['update', 'VER-2', true],
    ]);
  });

  test('are none where the reference is empty or leads nowhere', () => {
    for (const bay of [{}, { bay: 'BAY-9' }]) {
      const desk = open({ 'workshop.jobs': [job('JOB-1', bay)] });
      expect(result(desk, 'workshop.close_job', { id: 'JOB-1', resolution: 'Done' })).not.toHaveProperty('also');
      expect(changesOf(desk)).toHaveLength(1);
    }
  });

  test('nothing is done where more would be taken than there is', () => {
    const desk = open({
      'workshop.bays': [{ id: 'BAY-1', name: 'One', jobs: 0, takings: 0 }],
      'workshop.jobs': [job('JOB-1', { bay: 'BAY-1', status: 'closed', resolution: 'Done' })],
    });
    expect(refusal(desk, 'workshop.reopen_job', { id: 'JOB-1' })).toEqual({
      code: 'conflict',
      message: 'workshop.reopen_job would take 1 from jobs of bay BAY-1, and there is 0; nothing was done.',
      hint: 'workshop.list_bays shows what there is.',
    });
    expect(changesOf(desk)).toEqual([]);
  });

  test('those that several ways lead to change once, by all of them', () => {
    const shop = defineService({
      name: 'shop',
      title: 'Shop',
      about: 'Orders.',
      collections: {
        goods: {
          about: 'Goods.',
          noun: 'good',
          prefix: 'G-',
          fields: { name: { type: 'string', about: 'Name.' }, stock: { type: 'integer', about: 'Pieces.' } },
        },
        orders: { about: 'Orders.', noun: 'order', prefix: 'O-', fields: { sent: { type: 'boolean', about: 'Sent.' } } },
        lines: {
          about: 'Lines.',
          noun: 'line',
          prefix: 'L-',
          fields: {
            order: { type: 'reference', to: 'shop.orders', about: 'Order.' },
            good: { type: 'reference', to: 'shop.goods', about: 'Good.' },
            pieces: { type: 'integer', about: 'How many.' },
          },
        },
      },
      tools: {
        send_order: {
          kind: 'update',
          effect: 'update',
          title: 'Send',
          about: 'Sends.',
          collection: 'orders',
          fields: [],
          makes: { sent: true },
          only_if: { sent: [false] },
          also: [{ every: 'lines', by: 'order', to: 'good', takes: { stock: 'pieces' } }],
        },
      },
    });
    const line = (id: string, pieces: number, order = 'O-1') => ({ id, order, good: 'G-1', pieces });
    const stocked = (stock: number) =>
      open(
        {
          'shop.goods': [{ id: 'G-1', name: 'Bolt', stock }],
          'shop.orders': [{ id: 'O-1', sent: false }],
          'shop.lines': [line('L-1', 3), line('L-2', 4), line('L-3', 9, 'O-2')],
        },
        [shop],
      );
    const desk = stocked(7);
    result(desk, 'shop.send_order', { id: 'O-1' });
    expect(changesOf(desk).map(({ id, before, after }) => [id, before?.stock, after?.stock])).toEqual([
      ['O-1', undefined, undefined],
      ['G-1', 7, 0],
    ]);
    expect(refusal(stocked(6), 'shop.send_order', { id: 'O-1' }).message).toBe(
      'shop.send_order would take 4 from stock of good G-1, and there is 3; nothing was done.',
    );
  });

  describe('an amount below 0 is refused, since taking it would add', () => {
    const stock = { type: 'integer', about: 'Pieces.' } as const;
    const store = defineService({
      name: 'store',
      title: 'Store',
      about: 'Things to lend.',
      collections: {
        items: { about: 'Items.', noun: 'item', prefix: 'I-', fields: { stock } },
        loans: {
          about: 'Loans.',
          noun: 'loan',
          prefix: 'L-',
          fields: { item: { type: 'reference', to: 'store.items', about: 'What.' }, pieces: stock },
        },
      },
      tools: {
        lend_item: {
          kind: 'create',
          effect: 'create',
          title: 'Lend',
          about: 'Lends.',
          collection: 'loans',
          fields: ['item', 'pieces'],
          also: [{ to: 'item', takes: { stock: 'pieces' } }],
        },
        bring_item: {
          kind: 'create',
          effect: 'create',
          title: 'Bring',
          about: 'Brings.',
          collection: 'loans',
          fields: ['item', 'pieces'],
          also: [{ to: 'item', adds: { stock: 'pieces' } }],
        },
        end_loan: {
          kind: 'delete',
          effect: 'delete',
          title: 'End',
          about: 'Ends.',
          collection: 'loans',
          also: [{ to: 'item', adds: { stock: 'pieces' } }],
        },
      },
    });
    const desk = () => open({ 'store.items': [{ id: 'I-1', stock: 3 }], 'store.loans': [{ id: 'L-1', item: 'I-1', pieces: -2 }] }, [store]);

    test.each([
      ['store.lend_item', 'take pieces from'],
      ['store.bring_item', 'add pieces to'],
    ])('%s', (tool, deed) => {
      const opened = desk();
      expect(refusal(opened, tool, { item: 'I-1', pieces: -2 })).toEqual({
        code: 'wrong_argument',
        message: `pieces is -2, and ${tool} would ${deed} stock of item I-1; nothing was done.`,
        hint: 'Give pieces as 0 or more.',
      });
      expect(changesOf(opened)).toEqual([]);
    });

    test('0 changes nothing else, and what there is can be taken', () => {
      const opened = desk();
      expect(result(opened, 'store.lend_item', { item: 'I-1', pieces: 0 })).not.toHaveProperty('also');
      result(opened, 'store.lend_item', { item: 'I-1', pieces: 3 });
      expect(changesOf(opened).map(({ id, after }) => [id, after?.stock])).toEqual([
        ['L-2', undefined],
        ['L-3', undefined],
        ['I-1', 0],
      ]);
    });

    test('one that stands in a record is said to stand there', () => {
      const opened = desk();
      expect(refusal(opened, 'store.end_loan', { id: 'L-1' })).toEqual({
        code: 'conflict',
        message: 'pieces of loan L-1 is -2, and store.end_loan would add pieces to stock of item I-1; nothing was done.',
        hint: 'It works where pieces is 0 or more.',
      });
      expect(changesOf(opened)).toEqual([]);
    });
  });

  test('are said in the description', () => {
    const about = (name: string) => toolList({ services: [workshop], zone: 'UTC' }).find((one) => one.name === name)?.description;
    expect(about('workshop.close_job')).toContain(
      'It also changes the bay under bay: adds 1 to jobs and adds price to takings and sets last_used to now.',
    );
    expect(about('workshop.close_job')).toContain('It also changes for every version of it the version: sets title to closed.');
    expect(about('workshop.reopen_job')).toContain('takes 1 from jobs; refused where there is less.');
  });
});

describe('what a tool takes away', () => {
  test('is gone, and the id is enough', () => {
    const desk = open({ 'workshop.jobs': [job('JOB-1', { estimate: 'PT30M', due: '2026-03-12' })] });
    const left = result(desk, 'workshop.forget_estimate', { id: 'JOB-1' });
    expect(left).toMatchObject({ id: 'JOB-1', title: 'Brakes' });
    expect(left).not.toHaveProperty('estimate');
    expect(left).not.toHaveProperty('due');
    result(desk, 'workshop.forget_estimate', { id: 'JOB-1' });
    expect(changesOf(desk)).toHaveLength(1);
  });

  test('a record that another one was made from is gone, where the tool says so', () => {
    const desk = open();
    expect(result(desk, 'workshop.replace_job', { job: 'JOB-1', start: '2026-03-12T09:00', end: '2026-03-12T10:00' })).toMatchObject({
      id: 'JOB-2',
      title: 'Brakes',
    });
    expect(changesOf(desk).map(({ effect, id }) => [effect, id])).toEqual([
      ['create', 'JOB-2'],
      ['delete', 'JOB-1'],
    ]);
  });
});

describe('filters along a reference', () => {
  const desk = open({
    'workshop.bays': [
      { id: 'BAY-1', name: 'North', jobs: 0, takings: 0, last_used: '2026-03-01T08:00:00Z' },
      { id: 'BAY-2', name: 'South', jobs: 0, takings: 0 },
    ],
    'workshop.people': [
      { id: 'MEC-1', name: 'A', email: 'a@workshop.example', grade: 'helper' },
      { id: 'MEC-2', name: 'B', email: 'b@workshop.example', grade: 'master' },
    ],
    'workshop.jobs': [
      job('JOB-1', { bay: 'BAY-1', mechanics: ['MEC-1', 'MEC-2'] }),
      job('JOB-2', { bay: 'BAY-2' }),
      job('JOB-3'),
      job('JOB-4', { bay: 'BAY-9' }),
    ],
  });
  const ids = (args: object) => idsOf(result(desk, 'workshop.list_jobs', args));

  test.each([
    [{ bay_name: 'NOR' }, ['JOB-1']],
    [{ bay_name: '' }, ['JOB-1', 'JOB-2', 'JOB-3', 'JOB-4']],
    [{ mechanic_grade: ['master'] }, ['JOB-1']],
    [{ mechanic_grade: ['master', 'helper'] }, ['JOB-1', 'JOB-2', 'JOB-3', 'JOB-4']],
    // A record that is not there has no value.
    [{ bay_used: true }, ['JOB-1']],
    [{ bay_used: false }, ['JOB-2', 'JOB-3', 'JOB-4']],
  ])('%j', (args, expected) => {
    expect(ids(args)).toEqual(expected);
  });

  test('are no arguments where the other service is not mounted', () => {
    const { bays: _bays, people: _people, ...collections } = workshop.collections;
    const { list_jobs: listJobs } = workshop.tools;
    if (listJobs === undefined) throw new Error('there is no list_jobs');
    const alone = { ...workshop, collections, tools: { list_jobs: listJobs } };
    const names = mountTools([alone])
      .get('workshop.list_jobs')
      ?.parameters.map(({ name }) => name);
    expect(names).toContain('bay');
    expect(names).not.toContain('bay_name');
    expect(
      mountTools([workshop])
        .get('workshop.list_jobs')
        ?.parameters.find(({ name }) => name === 'mechanic_grade')?.field,
    ).toMatchObject({
      type: 'list',
      of: 'enum',
      values: ['helper', 'fitter', 'master'],
      about: expect.stringContaining('mechanics.grade'),
    });
  });

  test('moments are inclusive or not, as the test says', () => {
    expect(ids({ starts_not_before: '2026-03-10T08:00:00Z' })).toHaveLength(4);
    expect(ids({ starts_not_before: '2026-03-10T08:00:01Z' })).toHaveLength(0);
  });
});
