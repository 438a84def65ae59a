// What an engine's complaints mean: whose fault, whether the same may go better later, and what to do. Pure.
import { Trouble } from '../trouble.ts';

/** What failed, with the engine's own words. `what` reads on from "Docker could not": `start a container`. */
export function engineTrouble(what: string, thrown: unknown): Trouble {
  if (thrown instanceof Trouble) return thrown;
  const words = wordsOf(thrown);
  const cause = { cause: thrown };
  const reason = `Docker could not ${what}: ${words}`;
  if (isUnreachable(thrown)) return unreachable(thrown);
  if (/no space left on device|disk quota exceeded/i.test(words))
    return new Trouble('sandbox', reason, {
      ...cause,
      remedy: 'retry',
      next: 'docker system df; then docker builder prune, docker image prune',
    });
  if (/address pools?|non-overlapping IPv4/i.test(words))
    return new Trouble('sandbox', reason, { ...cause, remedy: 'retry', next: 'slipway cleanup, docker network prune, or a smaller -n' });
  if (isPassing(words)) return new Trouble('sandbox', reason, { ...cause, remedy: 'retry' });
  return new Trouble('sandbox', reason, cause);
}

/** The engine is not there, not reachable, or went away. */
export function unreachable(thrown: unknown, where = 'Docker'): Trouble {
  const code = codeOf(thrown);
  const denied = code === 'EACCES' || code === 'EPERM';
  return new Trouble('sandbox', `${where} does not answer: ${wordsOf(thrown)}`, {
    cause: thrown,
    remedy: 'retry',
    next: denied
      ? 'sudo usermod -aG docker "$USER", then log in again'
      : 'sudo systemctl start docker (or start Docker Desktop), or set DOCKER_HOST; see slipway doctor',
  });
}

/** `log` is what the build printed, oldest first. */
export function buildTrouble(image: string, complaint: string, log: readonly string[]): Trouble {
  const last = log
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-LAST_LINES)
    .join(' | ');
  const reason = `the image of ${image} could not be built: ${oneLine(complaint)}${last === '' ? '' : `; last lines: ${last}`}`;
  // The limits and the moods of registries say nothing of a task.
  const words = `${complaint} ${last}`;
  if (/\b429\b|too ?many ?requests|rate limit/i.test(words))
    return new Trouble('sandbox', reason, { remedy: 'retry', next: 'wait, or docker login, or docker pull the base image beforehand' });
  const known = engineTrouble('build', new Error(words));
  return new Trouble('sandbox', reason, { remedy: known.remedy, ...(known.next === undefined ? {} : { next: known.next }) });
}

const LAST_LINES = 8;

/** HTTP status of the engine's answer; null where it was none. */
export function statusOf(thrown: unknown): number | null {
  const origin = thrown instanceof Trouble ? thrown.cause : thrown;
  return typeof origin === 'object' && origin !== null && 'statusCode' in origin && typeof origin.statusCode === 'number'
    ? origin.statusCode
    : null;
}

/** The engine says that what was asked about does not exist, or no longer. */
export function isGone(thrown: unknown): boolean {
  return statusOf(thrown) === 404;
}

function isUnreachable(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return (code !== null && UNREACHABLE.has(code)) || /socket hang up|other side closed/.test(wordsOf(thrown));
}

const UNREACHABLE = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'EACCES',
  'EPERM',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

function isPassing(words: string): boolean {
  return /TLS handshake timeout|i\/o timeout|connection (refused|reset)|temporary failure|no such host|context deadline exceeded|EOF$|\b50[234]\b/i.test(
    words,
  );
}

function codeOf(thrown: unknown): string | null {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}

/** The engine's own message where it sent one, without the client's wrapping. */
function wordsOf(thrown: unknown): string {
  const json = typeof thrown === 'object' && thrown !== null && 'json' in thrown ? thrown.json : null;
  if (typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string') return oneLine(json.message);
  return oneLine(thrown instanceof Error ? thrown.message : String(thrown));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
