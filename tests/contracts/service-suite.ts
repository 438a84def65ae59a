// What every service must satisfy, said once: for the catalogue, and for definitions that only tests have.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import type { DataRecord } from '#grader/evidence/types.ts';
import { checkDefinition } from '#services/check.ts';
import { type Filter, filteredFields, isDetail, type ListTool, type ServiceDefinition } from '#services/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import { type MountedTool, mountTools } from '#workspace/office.ts';
import { toolList } from '#workspace/schema.ts';
import { onSampleFolder, sampleFolder } from './service-folder.ts';
import { entriesOf, listed, recordProblems, selects, takenBack, use, worldOf } from './service-reading.ts';
import { EACH, fieldAt, openSamples } from './service-samples.ts';

/** Declares the tests. `services` are all that each other's references lead to. */
export function serviceContract(services: readonly ServiceDefinition[]): void {
  const samples = openSamples(services);
  const { office, collectionAt, goodArguments } = samples;
  const openEmpty = deskFactory(office);
  const openDesk = () => openEmpty(onSampleFolder());
  const mounted = [...mountTools(services).values()];

  describe.each(services.map((service) => [service.name, service] as const))('service %s', (name, service) => {
    const tools = mounted.filter((tool) => tool.service === service);
    const readers = tools.filter(({ tool }) => tool.effect === 'read');
    const folderWriters = tools.filter(({ tool }) => tool.effect !== 'read' && tool.kind === 'folder');
    const writers = tools.filter(({ tool }) => tool.effect !== 'read' && tool.kind !== 'folder');

    test('is a sound definition, and plain data', () => {
      expect(checkDefinition(service, services)).toEqual([]);
      expect(JSON.parse(JSON.stringify(service))).toEqual(service);
    });

    test('is documented to the last argument; what comes in pages says how to get the next one', () => {
      for (const listing of toolList({ services: [service], zone: 'UTC' })) {
        expect(listing.title, listing.name).toMatch(/^[A-Z]/);
        expect(listing.description, listing.name).toMatch(/^[A-Z].{20,}\.$/s);
        for (const [argument, schema] of Object.entries(listing.inputSchema.properties)) {
          expect((schema as { readonly description: string }).description, `${listing.name} ${argument}`).toMatch(/^[`\w].{3,}[.)]$/s);
        }
        const kind = tools.find((tool) => tool.name === listing.name)?.tool.kind;
        if (kind === 'list' || kind === 'search') expect(listing.description, listing.name).toMatch(/next_cursor/);
      }
    });

    test('every collection can be listed or searched, and what lists leave out can be got', () => {
      for (const [short, collection] of Object.entries(service.collections)) {
        const kinds = tools.filter(({ tool }) => tool.collection === short).map(({ tool }) => tool.kind);
        expect(kinds.includes('list') || kinds.includes('search'), short).toBe(true);
        if (Object.values(collection.fields).some(isDetail)) expect(kinds, short).toContain('get');
      }
    });

    test('the sample records are such as a scenario may hold', () => {
      const idsOf = (path: string) => ({
        noun: 'record',
        has: (id: string) => office.records[path]?.some((record) => record.id === id) === true,
        ids: () => [],
      });
      expect(recordProblems(office.records, { services: [service], office, idsOf })).toEqual([]);
    });

    test('reading changes nothing', () => {
      const desk = openDesk();
      for (const tool of readers) {
        for (let index = 0; index < 2; index += 1)
          expect(use(desk, tool.name, goodArguments(tool, index)), tool.name).toMatchObject({ ok: true });
      }
      const entries = entriesOf(desk);
      expect(entries.flatMap((entry) => entry.changes)).toEqual([]);
      expect(new Set(entries.flatMap((entry) => [entry.world.before, entry.world.after])).size).toBe(1);
      expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
    });

    test('errors are answers', () => {
      const desk = openDesk();
      for (const { name: tool, parameters } of tools) {
        const wrong = [
          undefined,
          'text',
          [],
          { no_such_argument: 1 },
          { id: 'no such id' },
          ...parameters.map((parameter) => ({ id: 'X', [parameter.name]: { not: 'this' } })),
        ];
        for (const args of wrong) {
          const answer = use(desk, tool, args);
          if (answer.ok) continue;
          expect(['wrong_argument', 'not_found'], `${tool} ${JSON.stringify(args)}`).toContain(answer.error.code);
          expect(answer.error.message).toMatch(/^\S.*\.$/s);
          expect(answer.error.hint, answer.error.message).toMatch(/\S/);
        }
      }
      expect(entriesOf(desk).filter((entry) => entry.outcome === 'error')).toEqual([]);
      expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
    });

    test('a record in another state than a tool asks for is a conflict, with a way out', () => {
      for (const tool of writers) {
        const record = samples.badRecord(tool);
        if (record === undefined) continue;
        const named = tool.tool.kind === 'create' || tool.tool.kind === 'send' ? (tool.tool.from?.argument ?? '') : ownerArgument(tool);
        const desk = openDesk();
        const answer = use(desk, tool.name, { ...goodArguments(tool, 0), [named]: record.id });
        expect(answer, tool.name).toMatchObject({ ok: false, error: { code: 'conflict', hint: expect.stringMatching(/^\S.*\.$/) } });
        expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
      }
    });

    const badReferences = writers.flatMap((tool) =>
      tool.parameters.flatMap(({ name, field }) => {
        const args = goodArguments(tool, 0);
        const record = samples.badReference(tool, name, args.id);
        if (record === undefined) return [];
        return [[tool.name, name, { ...args, [name]: field.type === 'list' ? [record.id] : record.id }] as const];
      }),
    );
    if (badReferences.length > 0)
      test.each(badReferences)('%s: a record in another state than %s asks for is a conflict, with a way out', (tool, _argument, args) => {
        const desk = openDesk();
        const answer = use(desk, tool, args);
        expect(answer).toMatchObject({ ok: false, error: { code: 'conflict', hint: expect.stringMatching(/^\S.*\.$/) } });
        expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
      });

    test('no tool but get shows a secret', () => {
      const desk = openDesk();
      for (const tool of tools.filter((one) => one.tool.kind !== 'get'))
        for (let index = 0; index < 3; index += 1)
          expect(JSON.stringify(use(desk, tool.name, goodArguments(tool, index))), tool.name).not.toContain('hush-');
    });

    if (folderWriters.length > 0)
      test.each(folderWriters.map((writer) => [writer.name, writer] as const))(
        '%s: no record changes; what it does to the shared folder follows from its log',
        (tool, writer) => {
          const [first, second] = [sampleFolder(), sampleFolder()];
          const desk = openEmpty(onSampleFolder(first));
          for (let index = 0; index < 4; index += 1)
            expect(use(desk, tool, goodArguments(writer, index)), tool).toMatchObject({ ok: true });
          const entries = entriesOf(desk);
          expect(entries.flatMap((entry) => entry.changes)).toEqual([]);
          expect(worldOf(desk, 'after')).toEqual(worldOf(desk, 'before'));
          if (writer.tool.kind === 'folder' && writer.tool.action !== 'make_folder') expect(first).not.toEqual(second);
          const again = openEmpty(onSampleFolder(second));
          for (const entry of entries) use(again, entry.tool, entry.args);
          expect(second).toEqual(first);
        },
      );

    if (writers.length > 0)
      test.each(writers.map((writer) => [writer.name, writer] as const))(
        '%s: what it writes is in its changes, and can be taken back',
        (tool, writer) => {
          const desk = openDesk();
          // Of what a tool takes elsewhere there may be too little; then it has more tries.
          const takes = 'also' in writer.tool && writer.tool.also?.some((one) => one.takes !== undefined) === true;
          const indices = takes ? Array.from({ length: EACH }, (_, index) => index) : [0, 1, 2, 3];
          for (const args of usedOnce(
            writer,
            indices.map((index) => goodArguments(writer, index)),
          )) {
            const answer = use(desk, tool, args);
            if (takes && !answer.ok)
              expect(answer.error).toMatchObject({ code: 'conflict', message: expect.stringContaining('would take') });
            else expect(answer).toMatchObject({ ok: true });
          }
          const entries = entriesOf(desk);
          expect(entries.some((entry) => entry.changes.length > 0)).toBe(true);
          for (const change of entries.flatMap((entry) => entry.changes)) {
            expect([...writes(writer), ...mayWrite(writer)]).toContainEqual({ effect: change.effect, collection: change.collection });
            expect((change.recipients?.length ?? 0) > 0).toBe(change.effect === 'send');
          }
          // Whatever a tool says that it writes, it writes.
          const written = entries.flatMap((entry) => entry.changes).map(({ effect, collection }) => ({ effect, collection }));
          expect(written).toEqual(expect.arrayContaining([...writes(writer)]));
          expect(canonicalJson(takenBack(worldOf(desk, 'after'), entries))).toBe(canonicalJson(worldOf(desk, 'before')));
        },
      );

    const lists = tools.filter((tool): tool is typeof tool & { readonly tool: ListTool } => tool.tool.kind === 'list');
    const filters = lists.flatMap(({ name: tool, tool: definition }) =>
      Object.entries(definition.filters).map(([argument, filter]) => ({ tool, definition, argument, filter })),
    );

    test('filters do what their names say', () => {
      const telling = /(?:^|_)(not_before|not_after|before|after|at_least|at_most)$/;
      for (const { tool, argument, filter } of filters) {
        const said = telling.exec(argument)?.[1];
        if (said !== undefined) expect(filter.test, `${tool} ${argument}`).toBe(said);
      }
    });

    if (filters.length > 0)
      test.each(filters)('$tool narrows by $argument', ({ tool, definition, argument, filter }) => {
        const desk = openDesk();
        let narrowed = 0;
        for (let index = 0; index < 4; index += 1) {
          const value = sought(filter, definition, index);
          const { ids, total } = listed(desk, tool, { [argument]: value });
          const expected = matching(definition, [[filter, value]]);
          expect(ids.sort(), JSON.stringify(value)).toEqual(expected.sort());
          expect(total).toBe(expected.length);
          if (total > 0 && total < EACH) narrowed += 1;
        }
        expect(narrowed).toBeGreaterThan(0);
      });

    test('of several filters all must hold', () => {
      const desk = openDesk();
      for (const [at, { tool, definition, argument, filter }] of filters.entries()) {
        for (const other of filters.slice(at + 1).filter((one) => one.definition === definition)) {
          const [first, second] = [sought(filter, definition, at), sought(other.filter, definition, at + 1)];
          const expected = matching(definition, [
            [filter, first],
            [other.filter, second],
          ]);
          const { ids } = listed(desk, tool, { [argument]: first, [other.argument]: second });
          expect(ids.sort(), `${tool} ${argument} ${other.argument}`).toEqual(expected.sort());
        }
      }
    });

    test('pages, put together, are the whole list', () => {
      const desk = openDesk();
      for (const { name: tool } of lists) {
        const whole = listed(desk, tool, {});
        const pieces: string[] = [];
        let cursor: string | undefined;
        do {
          const page = listed(desk, tool, { limit: 5, ...(cursor !== undefined && { cursor }) });
          expect(page.total).toBe(whole.total);
          pieces.push(...page.ids);
          cursor = page.next;
        } while (cursor !== undefined);
        expect(pieces, tool).toEqual(whole.ids);
      }
    });

    /** What to ask a filter for, in its own form. */
    function sought(filter: Filter, definition: ListTool, index: number): unknown {
      const names = filteredFields(filter);
      const [first = '', second] = (names[index % names.length] ?? '').split('.');
      const own = fieldAt(collectionAt(`${name}.${definition.collection}`), first);
      const field = second === undefined ? own : fieldAt(collectionAt(own.to ?? ''), second);
      const one = samples.sampleOne(field, index);
      switch (filter.test) {
        case 'contains':
          return String(one).slice(0, 3).toUpperCase();
        case 'in':
          return index % 2 === 0 ? [one] : [one, samples.sampleOne(field, index + 1)];
        case 'on':
        case 'since':
        case 'until':
          return String(one).slice(0, 10);
        case 'given':
          return index % 2 === 0;
        default:
          return one;
      }
    }

    /** Ids of the records that pass, found by looking at every one. */
    function matching(definition: ListTool, wanted: readonly (readonly [Filter, unknown])[]): string[] {
      const path = `${name}.${definition.collection}`;
      const records = office.records[path] ?? [];
      const follow = (record: DataRecord, reference: string) => {
        const others = office.records[fieldAt(collectionAt(path), reference).to ?? ''] ?? [];
        return others.filter(({ id }) => [record[reference]].flat().includes(id));
      };
      return records.filter((record) => wanted.every(([filter, value]) => selects(record, filter, value, follow))).map(({ id }) => id);
    }
  });

  describe('all services together', () => {
    test('1000 calls of any kind: every one is answered, logged and replayable; the grader finds the evidence whole', () => {
      fc.assert(
        fc.property(fc.array(anyCall(mounted, goodArguments), { minLength: 1000, maxLength: 1000 }), (calls) => {
          const desk = openDesk();
          const answers = calls.map(({ tool, args }) => use(desk, tool, args));
          expect(answers.filter((answer) => !answer.ok && answer.error.code === 'internal')).toEqual([]);
          const entries = entriesOf(desk);
          expect(entries.length).toBe(calls.length);
          const after = worldOf(desk, 'after');
          expect(canonicalJson(takenBack(after, entries))).toBe(canonicalJson(worldOf(desk, 'before')));
          // References may lead nowhere by now: deleting a record leaves them behind.
          expect(recordProblems(after, { services, office })).toEqual([]);

          const accepted = entries.filter((one) => one.outcome === 'ok');
          const again = openDesk();
          for (const entry of accepted) expect(use(again, entry.tool, entry.args)).toMatchObject({ ok: true });
          expect(entriesOf(again).map((entry) => entry.world)).toEqual(accepted.map((entry) => entry.world));
          expect(entriesOf(again).map((entry) => entry.shown)).toEqual(accepted.map((entry) => entry.shown));
          expect(entriesOf(again).map((entry) => entry.args)).toEqual(accepted.map((entry) => entry.args));

          desk.seal();
          const evidence = readEvidence(desk.evidence(), { task: office.task, pack: officeDigest(office) });
          expect(isDamage(evidence) ? evidence.reason : 'whole').toBe('whole');
        }),
        // Making a thousand calls smaller takes longer than reading them.
        { numRuns: 3, seed: 7, endOnFailure: true },
      );
    }, 60_000);

    test('the same office and the same calls: the same bytes', () => {
      const calls = fc.sample(anyCall(mounted, goodArguments), { numRuns: 200, seed: 11 });
      // The second office is another object with the same content.
      const [first, second] = [openDesk(), deskFactory(structuredClone(office))(onSampleFolder())].map((desk) => {
        for (const { tool, args } of calls) use(desk, tool, args);
        desk.seal();
        return Object.fromEntries(desk.evidence());
      });
      expect(second).toEqual(first);
    });

    test('tool names are unique for MCP clients', () => {
      const names = toolList(office).map((listing) => listing.mcpName);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => !/^[a-z][a-z0-9_]{0,49}$/.test(name))).toEqual([]);
    });
  });
}

/** What a tool may do and where, by its definition. */
function writes({ service, tool }: MountedTool): readonly { readonly effect: string; readonly collection: string }[] {
  const { name } = service;
  const kept = tool.kind === 'update' ? tool.keeps?.in : undefined;
  const from = tool.kind === 'create' || tool.kind === 'send' ? tool.from : undefined;
  const also = 'also' in tool ? (tool.also ?? []) : [];
  return [
    { effect: tool.effect, collection: `${name}.${tool.collection}` },
    ...(kept === undefined ? [] : [{ effect: 'create', collection: `${name}.${kept}` }]),
    ...(from?.consumed === true ? [{ effect: 'delete', collection: `${name}.${from.collection ?? tool.collection}` }] : []),
    ...also.map(({ every, to }) => {
      const start = service.collections[every ?? tool.collection];
      const collection = to === undefined ? `${name}.${every}` : (start?.fields[to]?.to ?? '');
      return { effect: 'update', collection };
    }),
  ];
}

/** What else it does where there is reason to: a range makes rows that are not there yet, and row 1 is the header. */
function mayWrite({ service, tool }: MountedTool): readonly { readonly effect: string; readonly collection: string }[] {
  if (tool.kind !== 'rows' || tool.action !== 'write_range') return [];
  const { fields, rows } = service.collections[tool.collection] ?? {};
  return [
    { effect: 'create', collection: `${service.name}.${tool.collection}` },
    { effect: 'update', collection: fields?.[rows?.of ?? '']?.to ?? '' },
  ];
}

/** The argument that names the record of which a state is asked. */
function ownerArgument({ service, tool }: MountedTool): string {
  return tool.kind === 'rows' ? (service.collections[tool.collection]?.rows?.of ?? '') : 'id';
}

/** Without calls that an earlier one leaves nothing to do: what is deleted or was brought into another state takes no second one. */
function usedOnce<Args extends { readonly [name: string]: unknown }>({ tool }: MountedTool, calls: readonly Args[]): readonly Args[] {
  if (tool.kind !== 'delete' && tool.kind !== 'delete_where' && !('only_if' in tool)) return calls;
  const key = (args: Args) => JSON.stringify(args.id ?? args);
  return calls.filter((args, index) => calls.findIndex((other) => key(other) === key(args)) === index);
}

/** Calls that should work, calls that nearly should, and nonsense. */
function anyCall(mounted: readonly MountedTool[], goodArguments: (tool: MountedTool, index: number) => object) {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', null, '__proto__', '2026-03-09', 'a@b.example', 'CUS-1', 'TIC-1', 'open', 'true', 7, 0.1 + 0.2, '1h 30m'),
  );
  const good = (tool: MountedTool) => fc.nat(30).map((index) => goodArguments(tool, index));
  const odd = (tool: MountedTool) =>
    fc.dictionary(fc.constantFrom(...tool.parameters.map(({ name }) => name), 'extra'), anything, { maxKeys: 3 });
  return fc.constantFrom(...mounted).chain((tool) =>
    fc.oneof(
      { weight: 3, arbitrary: good(tool).map((args) => ({ tool: tool.name, args: args as unknown })) },
      {
        weight: 3,
        arbitrary: fc.tuple(good(tool), odd(tool)).map(([args, more]) => ({ tool: tool.name, args: { ...args, ...more } as unknown })),
      },
      { weight: 1, arbitrary: anything.map((args) => ({ tool: tool.name, args: args as unknown })) },
      { weight: 1, arbitrary: fc.tuple(fc.string(), anything).map(([name, args]) => ({ tool: name, args: args as unknown })) },
    ),
  );
}
