// The one error that carries a fault: surroundings that failed, labelled where it happened and shown with the next step.
import type { Fault } from '#grader/evidence/types.ts';

/**
 * What helps against it. `retry`: passing trouble, the same trial may well go better. `none`: it would happen again.
 * `stop`: it would happen to every other trial too, so the job ends.
 */
export type Remedy = 'retry' | 'none' | 'stop';

export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly fault: Fault;
  readonly remedy: Remedy;
  /** What to type, or to do; absent = the reason says all there is. */
  readonly next?: string;

  constructor(fault: Fault, reason: string, more: { readonly cause?: unknown; readonly remedy?: Remedy; readonly next?: string } = {}) {
    super(reason, more.cause === undefined ? undefined : { cause: more.cause });
    this.fault = fault;
    this.remedy = more.remedy ?? 'none';
    if (more.next !== undefined) this.next = more.next;
  }
}

/** Anything thrown as a Trouble: its own fault, `host` where the machine itself refused, else the fault of the phase it came from. */
export function asTrouble(thrown: unknown, fault: Fault): Trouble {
  if (thrown instanceof Trouble) return thrown;
  if (!(thrown instanceof Error)) return new Trouble(fault, String(thrown), { cause: thrown });
  const code = 'code' in thrown ? thrown.code : undefined;
  return new Trouble(typeof code === 'string' && MACHINE.has(code) ? 'host' : fault, thrown.message, { cause: thrown });
}

/** Error codes that no task and no agent is to blame for. */
const MACHINE = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EROFS', 'EIO']);

/** What to write in a log: the message, and the stack of whatever was behind it. */
export function inFull(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const behind = thrown instanceof Trouble ? thrown.cause : thrown;
  return behind instanceof Error ? `${thrown.message}\n${behind.stack ?? behind.message}` : thrown.message;
}
