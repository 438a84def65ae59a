// Many clients at once on one office: calls follow each other, none is lost, and the log tells of each.
import { expect, onTestFinished, test } from 'vitest';
import { officeDigest } from '#grader/evidence/hash.ts';
import { isDamage, readEvidence } from '#grader/evidence/read.ts';
import { exampleOffice, filesIn, startServer } from '../workspace/harness.ts';
import { use } from './client.ts';

const CLIENTS = 64;
const ROUNDS = 4;

test('64 clients read and write through both faces: no update is lost, the count is right, the evidence is whole', async () => {
  const office = exampleOffice();
  const server = await startServer(office);
  onTestFinished(() => server.stop());
  const created: string[] = [];
  let calls = 0;
  const client = async (index: number) => {
    const via = index % 2 === 0 ? 'http' : 'mcp';
    const call = (tool: string, args: object) => {
      calls += 1;
      return use(server.url, via, { tool, args });
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      // All of them write to the same list of the same record.
      const tag = `tag-${index}-${round}`;
      const { tags } = (await call('helpdesk.update_ticket', { id: 'TIC-204', add_tags: [tag] })) as { readonly tags: readonly string[] };
      expect(tags).toContain(tag);
      const { tags: later } = (await call('helpdesk.get_ticket', { id: 'TIC-204' })) as { readonly tags: readonly string[] };
      expect(later.slice(0, tags.length)).toEqual(tags);
      await call('helpdesk.list_tickets', { status: 'open', limit: 5 });
      await call('mail.search_messages', { query: 'hello' });
    }
    const { id } = (await call('helpdesk.create_ticket', { subject: `From ${index}` })) as { readonly id: string };
    created.push(id);
    expect(await call('helpdesk.get_ticket', { id })).toMatchObject({ subject: `From ${index}` });
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  const { tags } = (await use(server.url, 'http', { tool: 'helpdesk.get_ticket', args: { id: 'TIC-204' } })) as {
    readonly tags: readonly string[];
  };
  const expected = Array.from({ length: CLIENTS * ROUNDS }, (_, at) => `tag-${at % CLIENTS}-${Math.floor(at / CLIENTS)}`);
  expect([...tags].sort()).toEqual(expected.sort());
  expect(new Set(created).size).toBe(CLIENTS);

  expect(await server.run('seal')).toMatchObject({ code: 0 });
  const evidence = readEvidence(filesIn(server.evidence), { task: office.task, pack: officeDigest(office) });
  if (isDamage(evidence)) throw new Error(evidence.reason);
  expect(evidence.entries.length).toBe(calls + 1);
  expect(evidence.entries.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  expect(evidence.entries.filter(({ via }) => via === 'mcp').length).toBe(calls / 2);
});
