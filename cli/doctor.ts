// `slipway doctor`: what of the surroundings is there, what each thing is needed for, and what to type to get what is missing.
import { columns, EXIT, print, printJson, tell, UsageError, unknown } from './io.ts';
import type { Program } from './main.ts';

interface Tool {
  readonly name: string;
  readonly neededFor: string;
  readonly ask: readonly [string, ...string[]];
  /** The oldest version that will do: `20.19`. Absent = any. */
  readonly atLeast?: string;
  /** What to type, or to do, where it is missing or too old. */
  readonly get: string;
}

interface Finding {
  readonly tool: Tool;
  readonly version: string | null;
  /** Why it will not do; null where it does. */
  readonly problem: string | null;
}

const tools: readonly Tool[] = [
  {
    name: 'node',
    neededFor: 'everything',
    ask: [process.execPath, '--version'],
    atLeast: '20.19',
    get: 'nvm install 24 (or the Node 24 package of your system)',
  },
  { name: 'npm', neededFor: 'installing Slipway', ask: ['npm', '--version'], get: 'it comes with Node: nvm install 24' },
  {
    name: 'docker',
    neededFor: 'isolated trials: --sandbox docker, harbor run',
    ask: ['docker', 'version', '--format', '{{.Server.Version}}'],
    get: 'sudo apt-get install docker.io (or Docker Desktop); if it is installed: sudo systemctl start docker',
  },
  {
    name: 'compose',
    neededFor: 'the workspace sidecar of every pack under harbor run',
    ask: ['docker', 'compose', 'version', '--short'],
    atLeast: '2.0',
    get: 'sudo apt-get install docker-compose-plugin (docker-compose in Debian; it is part of Docker Desktop)',
  },
  {
    name: 'harbor',
    neededFor: 'harbor run and harbor lint on compiled packs',
    ask: ['harbor', '--version'],
    get: 'pipx install harbor==0.25.0 (Python 3.12 or newer)',
  },
  {
    name: 'claude',
    neededFor: 'the agent claude-code, here and under Harbor',
    ask: [process.env.SLIPWAY_CLAUDE ?? 'claude', '--version'],
    get: 'npm install -g @anthropic-ai/claude-code@2.1.332 (without a version npm takes an old one on Node 20)',
  },
];

export function define(program: Program): void {
  program
    .command('doctor')
    .description('Say what is installed, what it is needed for, and how to get what is missing.')
    .option('--require <names>', `what must be there, with commas: ${tools.map((tool) => tool.name).join(',')}`, 'node')
    .option('--json', 'print the findings as JSON')
    .action(async (flags: { readonly require: string; readonly json?: true }) => doctor(flags.require, flags.json === true));
}

async function doctor(requireList: string, json: boolean): Promise<void> {
  const required = new Set(['node', ...requireList.split(',').map((name) => name.trim())].filter(Boolean));
  const names = tools.map((tool) => tool.name);
  for (const name of required) if (!names.includes(name)) throw new UsageError(unknown('thing to require', name, names));

  const findings = await Promise.all(tools.map(look));
  const wanting = findings.filter(({ tool, problem }) => problem !== null && required.has(tool.name));
  if (json) printJson({ ok: wanting.length === 0, tools: findings.map((finding) => asJson(finding, required)) });
  else print(columns(findings.map((finding) => asRow(finding, required))));
  for (const { tool, problem } of wanting) tell(`slipway: ${tool.name} is required: ${problem}\n  next: ${tool.get}`);
  if (wanting.length > 0) process.exitCode = EXIT.surroundings;
}

async function look(tool: Tool): Promise<Finding> {
  const { programVersion } = await import('#runner/index.ts');
  const [file, ...args] = tool.ask;
  const answer = await programVersion(file, args);
  if ('missing' in answer) return { tool, version: null, problem: answer.missing };
  const version = /\d+(\.\d+)+/.exec(answer.found)?.[0] ?? answer.found;
  const old = tool.atLeast !== undefined && older(version, tool.atLeast);
  return { tool, version, problem: old ? `${version} is too old; ${tool.atLeast} or newer is needed` : null };
}

function older(version: string, than: string): boolean {
  const have = version.split('.').map(Number);
  for (const [index, want] of than.split('.').map(Number).entries()) {
    const part = have[index] ?? 0;
    if (part !== want) return part < want;
  }
  return false;
}

function asJson({ tool, version, problem }: Finding, required: ReadonlySet<string>): object {
  const fine = { name: tool.name, ok: problem === null, required: required.has(tool.name), version, neededFor: tool.neededFor };
  return problem === null ? fine : { ...fine, problem, get: tool.get };
}

function asRow({ tool, version, problem }: Finding, required: ReadonlySet<string>): readonly string[] {
  if (problem === null) return ['ok', tool.name, version ?? '', `for ${tool.neededFor}`];
  return [
    required.has(tool.name) ? 'MISSING' : 'absent',
    tool.name,
    version ?? '-',
    `for ${tool.neededFor}: ${problem}. Get it: ${tool.get}`,
  ];
}
