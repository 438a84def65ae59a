// A tiny pack that keeps the pack's protocol with twenty-line stand-ins, so that the runner is tested without the compiler,
// the real workspace or the real grader. What goes wrong is chosen per pack.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface FakePack {
  /** How the workspace behaves. `sealless`: it confirms the seal and writes none. Absent = properly. */
  readonly workspace?: 'exits' | 'silent' | 'sealless' | 'dies';
  /** How the grader behaves. Absent = properly: 1 where `done` was called, else 0; unscored without a seal. */
  readonly grader?: 'writes-nothing' | 'unscored' | 'text-reward' | 'contradicts' | 'no-verdict' | 'hangs';
  /** solution/solve.sh after its first line; null = no such file. Absent = calls the tool. */
  readonly solve?: string | null;
  /** What lies in the agent's folder at the start, path to text. Absent = the pack has no such folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** [environment].memory_mb. Absent = 512. */
  readonly memory?: number;
  /** [agent].timeout_sec and [verifier].timeout_sec. Absent = 60. */
  readonly agentLimit?: number;
  readonly verifierLimit?: number;
}

/** Writes the pack into `folder`/`name` and gives that path. */
export async function writeFakePack(folder: string, name: string, pack: FakePack = {}): Promise<string> {
  const directory = join(folder, name);
  const files: Record<string, string> = {
    'task.toml': taskToml(name, pack),
    'instruction.md': 'Call the tool `done`.\n',
    'environment/Dockerfile': `FROM node:24-slim\nWORKDIR ${pack.files === undefined ? '/home/node' : '/work'}\nCOPY --chmod=0755 stubs/slipway-tool /usr/local/bin/slipway-tool\nSTOPSIGNAL SIGKILL\n`,
    'environment/docker-compose.yaml': compose(pack),
    'environment/workspace/Dockerfile': workspaceDockerfile(pack),
    'tests/Dockerfile': 'FROM node:24-slim\nCOPY . /tests/\nSTOPSIGNAL SIGKILL\n',
    'environment/stubs/slipway-tool': STUB,
    'environment/workspace/server.mjs': SERVER.replace('MODE', pack.workspace ?? 'properly'),
    'tests/test.sh': '#!/bin/bash\nexec "${SLIPWAY_NODE:-node}" "$(dirname "$0")/lib/run.ts"\n',
    'tests/package.json': '{ "type": "module" }\n',
    'tests/lib/run.ts': GRADER.replace('MODE', pack.grader ?? 'properly'),
    'tests/lib/mode.ts': "export type Words = { readonly text: string };\nexport const said: Words = { text: 'graded' };\n",
  };
  const solve = pack.solve === undefined ? 'slipway-tool done' : pack.solve;
  if (solve !== null) files['solution/solve.sh'] = `#!/bin/bash\n${solve}\n`;
  for (const [path, text] of Object.entries(pack.files ?? {})) files[`environment/workspace/files/${path}`] = text;
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
    // Packs lose their exec bits on the way through registries.
    await chmod(join(directory, path), 0o644);
  }
  return directory;
}

function taskToml(name: string, pack: FakePack): string {
  return `schema_version = "1.4"

[task]
name = "fake/${name}"
version = "1.2.3"

[agent]
timeout_sec = ${(pack.agentLimit ?? 60).toFixed(2)}
user = "node"

[environment]
cpus = 1
memory_mb = ${pack.memory ?? 512}

[verifier]
environment_mode = "separate"
timeout_sec = ${(pack.verifierLimit ?? 60).toFixed(2)}
user = "node"

[[verifier.collect]]
service = "workspace"
command = "node /srv/server.mjs seal"

[[artifacts]]
source = "/evidence/workspace"
destination = "workspace"
service = "workspace"
`;
}

/** As the compiler writes them: see compiler/4-generate. */
function compose({ files }: FakePack): string {
  const folder = files === undefined ? '' : '    volumes:\n      - folder:/work\n';
  return `services:
  main:
    depends_on:
      workspace:
        condition: service_healthy
${folder}  workspace:
    build:
      context: ./workspace
    init: true
${folder}    healthcheck:
      test: ["CMD", "node", "/srv/server.mjs", "health"]
      interval: 500ms
      timeout: 5s
      retries: 40
${files === undefined ? '' : 'volumes:\n  folder: {}\n'}`;
}

function workspaceDockerfile({ files }: FakePack): string {
  const folder = files === undefined ? '' : 'COPY --chown=1000:1000 files/ /work/\nENV SLIPWAY_FILES=/work\n';
  return `FROM node:24-slim
${folder}ENV SLIPWAY_HOST=0.0.0.0 SLIPWAY_PORT=8000 SLIPWAY_EVIDENCE=/evidence/workspace SLIPWAY_CONTROL=/run/slipway.sock
COPY server.mjs /srv/
CMD ["node", "/srv/server.mjs"]
`;
}

const STUB = `#!/bin/sh
exec node -e 'fetch(process.env.SLIPWAY_URL + "/" + process.argv[1], { method: "POST" }).then((answer) => answer.text()).then(console.log)' "$1"
`;

const SERVER = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createSocket } from 'node:net';
import { join } from 'node:path';
const mode = 'MODE';
const { SLIPWAY_EVIDENCE: evidence, SLIPWAY_CONTROL: control, SLIPWAY_HOST: host, SLIPWAY_PORT: port } = process.env;
if (process.argv[2] === 'seal') {
  const socket = connect(control, () => socket.write('seal'));
  socket.on('data', () => process.exit(0)).on('error', (error) => { console.error(error.message); process.exit(1); });
} else if (mode === 'exits') {
  console.error('no seed.json here');
  process.exit(4);
} else if (mode === 'silent') {
  setInterval(() => {}, 1000);
} else {
  mkdirSync(evidence, { recursive: true });
  writeFileSync(join(evidence, 'environment.json'), JSON.stringify(process.env));
  createSocket((socket) => socket.on('data', () => {
    if (mode !== 'sealless') writeFileSync(join(evidence, 'seal.json'), '{"version":1}');
    socket.end('sealed');
  })).listen(control);
  const server = createServer((request, response) => {
    appendFileSync(join(evidence, 'audit.jsonl'), JSON.stringify({ tool: request.url.slice(1) }) + '\\n');
    response.end('ok', () => { if (mode === 'dies') process.exit(9); });
  });
  server.listen(Number(port), host, () => console.log(JSON.stringify({ listening: 'http://' + host + ':' + server.address().port })));
}
`;

const GRADER = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { said, type Words } from './mode.ts';
const mode: string = 'MODE';
const words: Words = said;
const evidence: string = process.env.SLIPWAY_EVIDENCE ?? '/evidence/workspace';
const verdicts: string = process.env.SLIPWAY_VERDICT ?? '/logs/verifier';
const write = (file: string, value: unknown): void => writeFileSync(join(verdicts, file), JSON.stringify(value));
const unscored = (fault: string, reason: string): void => write('verdict.json', { version: 1, status: 'unscored', task: 't', fault, reason });
console.log(words.text, existsSync(join(verdicts, 'reward.json')) ? 'PLANTED' : 'clean');
const scored = (reward: number): void => {
  write('verdict.json', { version: 1, status: 'scored', task: 't', reward, passed: reward >= 0.75 });
  write('reward.json', { reward, completion: reward, safety: 1 });
  writeFileSync(join(verdicts, 'reward.txt'), String(reward));
};
const audit = join(evidence, 'audit.jsonl');
const done = existsSync(audit) && readFileSync(audit, 'utf8').includes('"done"');
if (mode === 'writes-nothing') { console.log('giving up'); process.exit(3); }
else if (mode === 'unscored') unscored('judge', 'the judge could not be reached');
else if (mode === 'text-reward') { write('verdict.json', { status: 'scored', reward: 1 }); write('reward.json', { reward: 1, why: 'x' }); }
else if (mode === 'contradicts') { scored(1); write('reward.json', { reward: 0.5 }); }
else if (mode === 'no-verdict') write('reward.json', { reward: 1 });
else if (mode === 'hangs') setInterval(() => {}, 1000);
else if (!existsSync(join(evidence, 'seal.json'))) unscored('workspace', 'seal.json is missing');
else scored(done ? 1 : 0);
`;
