// The program of a pack's sidecar: `server.mjs` serves, `server.mjs health` probes a running one, `server.mjs seal` closes it;
// `server.mjs collect` and `server.mjs files`, which it starts itself, read the agent's folder and work in it.
// Settings come from the environment (see `settings`); records and tools from services.json and seed.json.
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectApart, printCollected } from './collect.ts';
import { askToSeal, openControl } from './control.ts';
import { openDesk } from './desk.ts';
import { openEvidence } from './evidence.ts';
import { answerApart, filesApart } from './files/apart.ts';
import { MOST_PICTURE, picturesIn } from './picture.ts';
import type { Office } from './types.ts';

const settings = {
  /** 0 takes any free port. */
  port: Number(process.env.SLIPWAY_PORT ?? 8000),
  host: process.env.SLIPWAY_HOST ?? '0.0.0.0',
  /** Folder for the evidence; must not hold a log yet. */
  evidence: process.env.SLIPWAY_EVIDENCE ?? '/evidence/workspace',
  /** Unix socket through which sealing is asked for. */
  control: process.env.SLIPWAY_CONTROL ?? '/run/slipway.sock',
  /** The agent's folder; absent where it has none. */
  files: process.env.SLIPWAY_FILES,
  /** User id to read it under; absent = our own. */
  filesUser: process.env.SLIPWAY_FILES_USER === undefined ? undefined : Number(process.env.SLIPWAY_FILES_USER),
  /** Folder of services.json and seed.json. */
  office: process.env.SLIPWAY_OFFICE ?? dirname(fileURLToPath(import.meta.url)),
};

try {
  await verb(process.argv[2] ?? 'serve');
} catch (problem) {
  process.stderr.write(`slipway workspace: ${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exit(1);
}

async function verb(name: string): Promise<void> {
  switch (name) {
    case 'serve':
      return serve();
    case 'health':
      return health();
    case 'seal':
      return askToSeal(settings.control);
    case 'collect':
      process.stdout.write(printCollected(settings.files ?? '.'));
      return;
    case 'files':
      process.stdout.write(await answerApart(settings.files ?? '.'));
      return;
    default:
      throw new Error(`there is no ${JSON.stringify(name)}; there are serve, health and seal`);
  }
}

async function serve(): Promise<void> {
  const office = readOffice(settings.office);
  const evidence = openEvidence(settings.evidence);
  const { files: folder, filesUser: user } = settings;
  const shared = folder === undefined ? {} : { folder: () => collectApart({ folder, user }), files: filesApart({ folder, user }) };
  const pictures = picturesIn((path) => readPicture(join(settings.office, 'files'), path));
  const desk = openDesk(office, { append: evidence.append, pictures, ...shared });
  let written = false;
  const control = await openControl(settings.control, () => {
    desk.seal();
    if (!written) evidence.write(desk.evidence());
    written = true;
  });
  // Only here: most of what the program holds belongs to it, and the other verbs start for a single question.
  const { createFaces } = await import('./http.ts');
  const faces = createFaces(office, desk);
  const stop = () => {
    control.close();
    faces.close();
    faces.closeAllConnections();
    evidence.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  await new Promise<void>((resolve, reject) => {
    faces.once('error', reject);
    faces.listen(settings.port, settings.host, resolve);
  });
  const { port } = faces.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`);
}

async function health(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${settings.port}/health`, { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`the workspace says ${response.status}: ${await response.text()}`);
}

/** The agent's folder as it was at the start lies beside the program, where there is anything to show of it. */
function readPicture(folder: string, path: string): Uint8Array | undefined {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= MOST_PICTURE ? readFileSync(join(folder, path)) : undefined;
}

function readOffice(folder: string): Office {
  const { services, settings: given } = readJson(join(folder, 'services.json')) as Pick<Office, 'services' | 'settings'>;
  const { task, now, zone, records, answer, faults } = readJson(join(folder, 'seed.json')) as Omit<Office, 'services' | 'settings'>;
  if (
    !Array.isArray(services) ||
    typeof given !== 'object' ||
    typeof task !== 'string' ||
    typeof now !== 'string' ||
    typeof zone !== 'string' ||
    typeof records !== 'object'
  ) {
    throw new Error(`${folder} holds no office: services.json and seed.json are not of the expected form`);
  }
  return { task, now, zone, services, settings: given, records, ...(answer && { answer }), ...(faults && { faults }) };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (problem) {
    throw new Error(`${path} cannot be read: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}
