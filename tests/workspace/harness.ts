// Offices and running servers for the tests of this folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AuditEntry, DataRecord, EvidenceFiles } from '#grader/evidence/types.ts';
import { catalogue } from '#services/index.ts';
import { openDesk } from '#workspace/desk.ts';
import type { Answer, Desk, Office } from '#workspace/types.ts';

const root = new URL('../..', import.meta.url).pathname;

const people: readonly DataRecord[] = [
  { id: 'CON-3', name: 'Ida Roth', email: 'ida.roth@ours.example', role: 'account manager' },
  { id: 'CON-4', name: 'Øla Berg', email: 'Ola.Berg@ours.example' },
];

/** The office of the design's example, with every built-in service. */
export function exampleOffice(records: Office['records'] = {}): Office {
  return {
    task: 'support.overdue-enterprise',
    now: '2026-03-09T08:00:00Z',
    zone: 'Europe/Berlin',
    services: Object.values(catalogue),
    settings: { mail: { mailbox: 'me@ours.example' } },
    records: {
      'contacts.people': people,
      'crm.customers': [
        { id: 'CUS-11', name: 'Arven GmbH', relation: 'customer', tier: 'enterprise', status: 'active', manager: 'CON-3' },
        {
          id: 'CUS-12',
          name: 'Bluff & Co',
          relation: 'customer',
          tier: 'enterprise',
          status: 'active',
          manager: 'CON-4',
          since: '2024-02-29',
        },
      ],
      'helpdesk.tickets': [
        {
          id: 'TIC-204',
          subject: 'Export stops at 5 %',
          customer: 'CUS-11',
          status: 'open',
          priority: 'normal',
          opened: '2026-03-06T19:00:00Z',
          description: 'Since Friday.',
        },
        {
          id: 'TIC-207',
          subject: 'Everything is down!!',
          customer: 'CUS-12',
          status: 'open',
          priority: 'high',
          opened: '2026-03-09T05:00:00Z',
          tags: ['outage', 'loud'],
        },
        { id: 'TIC-99', subject: 'Café invoice', status: 'closed', priority: 'low', opened: '2026-01-02T10:00:00Z', assignee: 'Ida' },
      ],
      'mail.messages': [
        {
          id: 'MSG-1',
          from: 'boss@ours.example',
          to: ['me@ours.example'],
          subject: 'Hello',
          body: 'The body',
          date: '2026-03-08T10:00:00Z',
          folder: 'inbox',
          read: false,
        },
      ],
      ...records,
    },
  };
}

/** One call, as the proof makes them. */
export function use(desk: Desk, tool: string, args: unknown = {}): Answer {
  return desk.call({ tool, args, via: 'proof' });
}

/** The result of a call that has to be accepted. */
export function result(desk: Desk, tool: string, args: unknown = {}): unknown {
  const answer = use(desk, tool, args);
  if (!answer.ok) throw new Error(`${tool} was refused: ${answer.error.message}`);
  return answer.result;
}

/** Code, message and hint of a call that has to be refused. */
export function refusal(
  desk: Desk,
  tool: string,
  args: unknown = {},
): { readonly code: string; readonly message: string; readonly hint?: string } {
  const answer = use(desk, tool, args);
  if (answer.ok) throw new Error(`${tool} was accepted: ${JSON.stringify(answer.result)}`);
  return answer.error;
}

export function idsOf(listed: unknown): string[] {
  return (listed as { readonly items: readonly { readonly id: string }[] }).items.map((item) => item.id);
}

export function entriesOf(files: EvidenceFiles): AuditEntry[] {
  return (files.get('audit.jsonl') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
}

export function exampleDesk(records?: Office['records']): Desk {
  return openDesk(exampleOffice(records));
}

/** A fresh folder, gone after `remove`. Short, since a Unix socket's path must be. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'slw-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Every file below a folder, by relative path. */
export function filesIn(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

export interface Running {
  readonly url: string;
  readonly evidence: string;
  readonly process: ChildProcess;
  /** Runs `server.ts VERB` with the same environment. */
  run(verb: string): Promise<{ readonly code: number | null; readonly err: string }>;
  stop(): Promise<void>;
}

/** A real server process on a free port. `bundle`: the program as packs ship it, instead of its sources. */
export async function startServer(office: Office = exampleOffice(), more: NodeJS.ProcessEnv = {}, bundle?: string): Promise<Running> {
  const folder = temporaryFolder();
  const env = { ...writeOffice(folder.path, office), ...more };
  const program = join(folder.path, 'server.mjs');
  if (bundle !== undefined) writeFileSync(program, bundle);
  const child = spawn(process.execPath, bundle === undefined ? SERVER : [program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { listening } = JSON.parse(await firstLine(child)) as { readonly listening: string };
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: listening,
    evidence: env.SLIPWAY_EVIDENCE,
    process: child,
    run: (verb) => runServer([verb], { ...env, SLIPWAY_PORT: new URL(listening).port }),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      folder.remove();
    },
  };
}

const SERVER = ['--import', 'tsx', 'runtime/workspace/server.ts'];

/** Files of an office and the environment that points a server at them. */
export function writeOffice(folder: string, office: Office): NodeJS.ProcessEnv & { readonly SLIPWAY_EVIDENCE: string } {
  const { services, settings, ...seed } = office;
  writeFileSync(join(folder, 'services.json'), JSON.stringify({ services, settings }));
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
  return {
    ...process.env,
    SLIPWAY_PORT: '0',
    SLIPWAY_HOST: '127.0.0.1',
    SLIPWAY_EVIDENCE: join(folder, 'evidence'),
    SLIPWAY_CONTROL: join(folder, 'control.sock'),
    SLIPWAY_OFFICE: folder,
  };
}

export function runServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly err: string }> {
  const child = spawn(process.execPath, [...SERVER, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, err })));
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('no stdout'));
    const lines = createInterface({ input: child.stdout });
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
