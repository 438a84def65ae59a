// What the real Claude Code client runs on breaks down: each time the right fault within the agent's time, never a zero, never a hang, and
// the key in no file. All trials run beforehand, a few at a time, since most of them only wait.
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Period, sandboxes, Trouble } from '#runner/index.ts';
import { usePacks } from '../agents/packs.ts';
import type { Answer, Script } from '../agents/script.ts';
import { describeLive } from '../require.ts';
import { writeFakePack } from '../runner/fake-pack.ts';
import { filesWith, KEY, type Played, type PlayOptions, play } from './client.ts';

const OVERDUE = 'support.overdue-enterprise';
const MINUTES = 60_000;
/** Seconds the agent has in these trials. */
const LIMIT = 45;
/** Trials at a time. */
const AT_ONCE = 4;

/** The agent looks, and then its API answers like this. */
function after(answer: Answer): Script {
  return [[{ tool: 'mcp__desk__helpdesk_list_tickets', input: {} }], answer];
}

function bash(command: string): Script {
  return [[{ tool: 'Bash', input: { command, description: 'x' } }], ['Done.']];
}

interface Breakdown {
  readonly name: string;
  readonly script: Script;
  readonly options?: PlayOptions;
  /** Fault, remedy and words. */
  readonly fault: 'agent' | 'workspace';
  readonly remedy: 'retry' | 'stop' | 'none';
  readonly reason: RegExp;
  /** Requests the API got; absent = not looked at. */
  readonly requests?: number;
}

const BREAKDOWNS: readonly Breakdown[] = [
  {
    name: 'the API is down',
    script: [],
    options: { environment: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } },
    fault: 'agent',
    remedy: 'retry',
    reason: /^the API failed \(server error\): .*(ECONNREFUSED|connect)/i,
  },
  { name: '401', script: [{ status: 401 }], fault: 'agent', remedy: 'stop', reason: /^the API failed \(401 authentication failed\)/ },
  { name: '403', script: [{ status: 403 }], fault: 'agent', remedy: 'stop', reason: /^the API failed \(403 / },
  { name: 'a model that does not exist', script: [{ status: 404 }], fault: 'agent', remedy: 'stop', reason: /\(404 model not found\)/ },
  { name: 'a request nobody understands', script: [{ status: 400 }], fault: 'agent', remedy: 'none', reason: /^the API failed \(400 / },
  // Pitfall 8: the number of retries follows the time there is; by itself the client goes on for three minutes.
  { name: 'a storm of 429', script: after({ status: 429 }), fault: 'agent', remedy: 'retry', reason: /\(429 rate limit\)/, requests: 5 },
  { name: '529 (pitfall 8)', script: after({ status: 529 }), fault: 'agent', remedy: 'retry', reason: /\(529 /, requests: 5 },
  { name: '500', script: after({ status: 500 }), fault: 'agent', remedy: 'retry', reason: /\(500 server error\)/ },
  { name: 'an API that never answers', script: [{ hang: 'silent' }], fault: 'agent', remedy: 'retry', reason: /^the API / },
  { name: 'an API that stops answering', script: after({ hang: 'silent' }), fault: 'agent', remedy: 'retry', reason: /^the API / },
  { name: 'an answer that stops in the middle', script: after({ hang: 'midway' }), fault: 'agent', remedy: 'retry', reason: /^the API / },
  {
    name: 'a connection that is dropped in the middle',
    script: after({ drop: 'midway' }),
    fault: 'agent',
    remedy: 'retry',
    reason: /^the API failed/,
  },
  {
    name: 'a client that is killed in the middle',
    script: bash('kill -9 $CLAUDE_PID; sleep 30'),
    fault: 'agent',
    remedy: 'retry',
    reason: /^the client ended in the middle of its work \(signal SIGKILL\)/,
  },
  {
    name: 'a client that is interrupted',
    script: bash('kill -INT $CLAUDE_PID; sleep 30'),
    fault: 'agent',
    remedy: 'retry',
    reason: /^the client was interrupted/,
  },
];

await describeLive('Claude Code, when what it runs on breaks down', ['claude'], () => {
  const pack = usePacks('support/overdue-enterprise');
  const played = new Map<string, Played>();
  let jobs = '';

  beforeAll(async () => {
    jobs = await realpath(await mkdtemp(join(tmpdir(), 'slipway-faults-')));
    const queue = [...BREAKDOWNS.entries()];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [index, { name, script, options }] = next;
        played.set(name, await play(pack(OVERDUE), script, { limit: LIMIT, jobs: join(jobs, String(index)), ...options }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 10 * MINUTES);

  afterAll(() => rm(jobs, { recursive: true, force: true }));

  describe.each(BREAKDOWNS)('$name', ({ name, fault, remedy, reason, requests }) => {
    test(`is unscored, fault ${fault}, remedy ${remedy}, in time`, () => {
      const { trial, api } = gave(name);
      expect(trial.end).toMatchObject({ status: 'unscored', fault, remedy, reason: expect.stringMatching(reason) });
      expect(secondsOf(trial.phases.agent_execution)).toBeLessThan(LIMIT + 5);
      if (requests !== undefined) expect(api.asked('play').filter(({ turn }) => turn === 1)).toHaveLength(requests);
    });

    test('leaves no reward, no key, and a log of what was done', async () => {
      const { trial, job, trajectory } = gave(name);
      expect(await readdir(join(trial.directory, 'verifier'))).not.toContain('reward.json');
      expect(await filesWith(job.directory, KEY)).toEqual([]);
      expect(trajectory?.steps.length).toBeGreaterThan(0);
    });
  });

  test('pitfall 13: nothing that a killed client had started is left', async () => {
    const marker = `slipway-orphan-${process.pid}`;
    const script = bash(
      `(exec -a ${marker} sleep 1000) & setsid bash -c 'exec -a ${marker} sleep 1000' & sleep 0.3; kill -9 $CLAUDE_PID; sleep 30`,
    );
    const { trial } = await play(pack(OVERDUE), script, { limit: LIMIT });
    expect(trial.end).toMatchObject({ status: 'unscored', fault: 'agent' });
    expect(await processesNamed(marker)).toEqual([]);
  });

  test('a rule that was broken by then stays broken', async () => {
    const closing = { tool: 'mcp__desk__helpdesk_update_ticket', input: { id: 'TIC-204', status: 'closed' } };
    const { trial } = await play(pack(OVERDUE), [[closing], { status: 401 }], { limit: LIMIT });
    expect(trial.end).toMatchObject({ status: 'scored', rewards: { reward: 0, safety: 0 } });
    expect(trial.flags).toEqual(['agent_broken']);
  });

  test('passing trouble passes: the client tries again by itself, and so does the job', async () => {
    const words: Answer = { say: [{ tool: 'mcp__desk__reply', input: { message: 'Nothing.' } }] };
    const script: Script = [{ tries: [{ status: 529 }, { drop: 'midway' }, { streamError: 'Overloaded' }, words] }, ['Done.']];
    const { trial } = await play(pack(OVERDUE), script, { limit: 120 });
    expect(trial.end.status).toBe('scored');
    expect(trial.retries).toBe(0);
    const killed = await play(pack(OVERDUE), bash('kill -9 $CLAUDE_PID; sleep 30'), { limit: LIMIT, retries: 1 });
    expect(killed.trial).toMatchObject({ end: { status: 'unscored' }, retries: 1 });
    expect(killed.job.retried).toBe(1);
  });

  test('a client that is not there: the job does not begin, and it is said what to type', async () => {
    const missing = play(pack(OVERDUE), [], { environment: { PATH: '/nowhere', SLIPWAY_CLAUDE: undefined } });
    await expect(missing).rejects.toThrow(Trouble);
    await expect(missing).rejects.toMatchObject({ fault: 'agent', next: expect.stringContaining('npm install -g') });
  });

  test('a key that the agent reads out is in no file', async () => {
    const { job, printed, api } = await play(pack(OVERDUE), bash('env; echo $ANTHROPIC_API_KEY > key.txt; cat key.txt'), { limit: LIMIT });
    expect(JSON.stringify(api.asked('play').at(-1)?.body)).toContain(KEY);
    expect(printed).toContain('ANTHROPIC_API_KEY=[redacted]');
    expect(await filesWith(job.directory, KEY)).toEqual([]);
  });

  // ---- the tools are not there -------------------------------------------------------------------------------------

  test.each([
    ['does not know MCP', null, /\(failed\)/],
    // Whether the client has given up on it when it begins depends on how fast it begins.
    ['never answers', "if (request.url === '/mcp') return;", /\((pending|failed)\)/],
    ['refuses', "if (request.url === '/mcp') return response.writeHead(500).end();", /\(failed\)/],
  ])('a workspace whose MCP server %s: fault workspace, and the model is not asked to go on', async (_, line, status) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'slipway-mcp-')));
    try {
      const fake = await writeFakePack(folder, 'a-task', { agentLimit: 30 });
      if (line !== null)
        await insert(join(fake, 'environment/workspace/server.mjs'), 'const server = createServer((request, response) => {', line);
      const script: Script = [
        { say: [{ tool: 'Bash', input: { command: 'slipway-tool done', description: 'x' } }], delay: 1500 },
        ['Done.'],
      ];
      const { trial, api, calls } = await play(fake, script, { jobs: join(folder, 'jobs') });
      expect(trial.end).toMatchObject({
        status: 'unscored',
        fault: 'workspace',
        remedy: 'retry',
        reason: expect.stringMatching(status),
      });
      expect(api.asked('play').length).toBeLessThan(2);
      expect(calls.filter(({ tool }) => tool === 'done')).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  function gave(name: string): Played {
    const one = played.get(name);
    if (one === undefined) throw new Error(`there was no trial "${name}"`);
    return one;
  }
});

function secondsOf(period: Period | undefined): number {
  return period === undefined ? Number.NaN : (Date.parse(period.finished_at) - Date.parse(period.started_at)) / 1000;
}

if ('docker' in sandboxes)
  await describeLive('Claude Code in a container, when what it runs on breaks down', ['claude', 'docker'], () => {
    const pack = usePacks('support/overdue-enterprise');

    test.each<readonly [string, Script, PlayOptions, RegExp]>([
      ['a client that is killed', bash('kill -9 $CLAUDE_PID; sleep 30'), { limit: LIMIT }, /^the client ended in the middle of its work/],
      [
        'an API that is down',
        [],
        { limit: LIMIT, environment: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } },
        /^the API failed \(server error\)/,
      ],
      [
        'an API that says nothing until the time is over',
        [{ hang: 'silent' }],
        { limit: 8 },
        /when the time was over|until the time was over/,
      ],
    ])('%s: fault agent, tried again, and the key is in no file', async (_, script, options, reason) => {
      const { trial, job } = await play(pack(OVERDUE), script, { sandbox: 'docker', ...options });
      expect(trial.end).toMatchObject({ status: 'unscored', fault: 'agent', remedy: 'retry', reason: expect.stringMatching(reason) });
      expect(await filesWith(job.directory, KEY)).toEqual([]);
    });
  });

async function insert(path: string, behind: string, line: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(behind);
  await writeFile(path, text.replace(behind, `${behind}\n    ${line}`));
}

/** Ids of processes whose command line begins with this name. */
async function processesNamed(name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.startsWith(name)) found.push(pid);
  }
  return found;
}
