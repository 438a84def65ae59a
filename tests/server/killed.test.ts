// The server as packs ship it, killed in the middle of calls: what was answered is in the log, and a torn log is known for one.
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadKit } from '#compiler/index.ts';
import { officeDigest } from '#grader/evidence/hash.ts';
import { readEvidence } from '#grader/evidence/read.ts';
import { exampleOffice, startServer } from '../workspace/harness.ts';
import { chainOf, logOf, stageOf, use } from './client.ts';

const office = exampleOffice();
const pack = officeDigest(office);
let bundle = '';
beforeAll(async () => {
  bundle = (await loadKit()).workspaceServer;
});

test.each([1, 60, 400])('killed after %i answers: all of them are in the log, and its chain holds', async (most) => {
  const { log, answered } = await killedAfter(most);
  const entries = chainOf(log, office);
  const marks = entries.map(({ args }) => args.body ?? args.message);
  expect(answered.length).toBeGreaterThanOrEqual(most);
  expect(answered.filter((mark) => !marks.includes(mark))).toEqual([]);
  expect(new Set(marks).size).toBe(marks.length);
  // A call that was on its way may be logged without an answer, one for each client; nothing else may.
  expect(entries.length - answered.length).toBeLessThanOrEqual(CLIENTS);

  const unsealed = readEvidence(new Map([['audit.jsonl', log]]), { task: office.task, pack });
  expect(unsealed).toEqual({ fault: 'workspace', reason: 'seal.json: missing' });
});

test('a last line that was torn is named, and the workspace is at fault', async () => {
  const { log } = await killedAfter(20);
  const seal = JSON.stringify({ version: 1, task: office.task, pack, stages: [{ ...stageOf(log), world: { before: pack, after: pack } }] });
  const lines = stageOf(log).entries;
  const longest = log.length - log.lastIndexOf('\n', log.length - 2) - 1;
  for (const cut of [1, 2, 64, longest - 1]) {
    const files = new Map([
      ['audit.jsonl', log.slice(0, -cut)],
      ['seal.json', seal],
    ]);
    const reason = `audit.jsonl line ${lines}: the line is cut off, it has no line end`;
    expect(readEvidence(files, { task: office.task, pack })).toEqual({ fault: 'workspace', reason });
  }
});

const CLIENTS = 8;

/** Clients that write without a pause through both faces, until the server is killed under them. */
async function killedAfter(most: number): Promise<{ readonly log: string; readonly answered: readonly string[] }> {
  const server = await startServer(office, {}, bundle);
  onTestFinished(() => server.stop());
  const killed = new Promise((resolve) => server.process.once('exit', (_code, signal) => resolve(signal)));
  const answered: string[] = [];
  let calls = 0;
  const client = async (index: number) => {
    for (;;) {
      calls += 1;
      const mark = `mark-${calls}`;
      const drafts = { tool: 'mail.save_draft', args: { to: 'a@x.example', subject: 's', body: mark } };
      const call = calls % 4 === 0 ? drafts : { tool: 'reply', args: { message: mark } };
      try {
        await use(server.url, index % 2 === 0 ? 'http' : 'mcp', call);
      } catch {
        return;
      }
      answered.push(mark);
      if (answered.length === most) server.process.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  expect(await killed).toBe('SIGKILL');
  return { log: logOf(server.evidence), answered };
}
