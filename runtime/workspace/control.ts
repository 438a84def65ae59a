// Sealing is asked for through a Unix socket inside the workspace's own container, by root. It is the only thing that can be asked.
import { lstatSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';

/** Listens at `path`, mode 0600. `seal` may throw; the asker is then told why. */
export async function openControl(path: string, seal: () => void): Promise<Server> {
  const server = createServer((socket) => {
    let asked = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      asked += text;
      if (asked.length > 64) socket.destroy();
      if (!asked.includes('\n')) return;
      socket.end(`${JSON.stringify(asked === 'seal\n' ? trySeal(seal) : { ok: false, message: 'only sealing can be asked for' })}\n`);
    });
  });
  await removeLeftover(path);
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  return server;
}

/** Resolves when everything is on the disk; rejects with the reason where it is not. */
export async function askToSeal(path: string): Promise<void> {
  const answer: unknown = JSON.parse(await exchange(path, 'seal\n'));
  if (typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true) return;
  throw new Error(typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : 'no answer');
}

function trySeal(seal: () => void): { readonly ok: boolean; readonly message?: string } {
  try {
    seal();
    return { ok: true };
  } catch (problem) {
    return { ok: false, message: problem instanceof Error ? problem.message : String(problem) };
  }
}

/** A socket that nobody listens on any more is in the way of a new one. */
async function removeLeftover(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw new Error(`${path} exists and is no socket`);
  const answered = await exchange(path, '\n').then(
    () => true,
    () => false,
  );
  if (answered) throw new Error(`another workspace listens at ${path}`);
  unlinkSync(path);
}

function exchange(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(path, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', reject);
    socket.on('close', () => (answer === '' ? reject(new Error('the workspace closed without an answer')) : resolve(answer)));
  });
}
