// Whose a thing is that outlives its maker when that is killed: containers, temporary folders, stray processes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** `elsewhere`: made on another machine, or in a container with processes of its own; whether it lives cannot be seen from here. */
export type OwnerState = 'alive' | 'dead' | 'elsewhere';

/** This process among all that ever ran: machine, boot, process id and start, so that a process id used again is not taken for it. */
export function ownOwner(): string {
  own ??= [machine(), boot(), process.pid, startOf(process.pid) ?? UNKNOWN].join('.');
  return own;
}

let own: string | undefined;

/** What `ownOwner` gives, and nothing else: at most 60 of these characters, so that it fits into names and tags. */
export const OWNER = /[0-9a-f]{8}\.[0-9a-f]{8}\.\d{1,10}\.[0-9a-f]{1,20}/;

/** A text that is no owner at all is `elsewhere`: not ours to judge. */
export function ownerState(owner: string): OwnerState {
  const [itsMachine, itsBoot, pid, start] = owner.split('.');
  if (!new RegExp(`^${OWNER.source}$`).test(owner) || itsMachine !== machine()) return 'elsewhere';
  return itsBoot === boot() && startOf(Number(pid)) === start ? 'alive' : 'dead';
}

/** Process ids mean something only within one machine, and there only within one namespace. */
function machine(): string {
  return digest(`${hostname()} ${readable(() => readlinkSync('/proc/self/ns/pid'))}`);
}

/** Starts are counted from the last boot where there is a /proc, and are dates elsewhere. */
function boot(): string {
  return digest(readable(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')));
}

/** When a living process began; null where there is none of that id, or only what is left of one. */
function startOf(pid: number): string | null {
  const stat = readable(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat !== '') {
    // The name comes second and may hold anything; state and start are the 1st and 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  }
  if (process.platform === 'linux') return null;
  const date = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return date ? digest(date) : null;
}

const UNKNOWN = '0';

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function readable(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
