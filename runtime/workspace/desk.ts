// The one road of every call, whichever face it came through: receive → understand → run → log → answer.
import { listingPath } from '#grader/evidence/folder.ts';
import { canonicalJson, firstPrev, lineHash, sha256Hex } from '#grader/evidence/hash.ts';
import type { AuditEntry, CallOutcome, EvidenceFiles, Json, ReplyPart, Seal } from '#grader/evidence/types.ts';
import type { Tool } from '#services/types.ts';
import { answerJson } from './answer-text.ts';
import { readArguments } from './arguments.ts';
import { type Struck, strike } from './faults.ts';
import type { IdLookup } from './fields.ts';
import type { FolderAccess } from './files/act.ts';
import { type CollectedFolder, folderEvidence } from './folder.ts';
import { didYouMean } from './hints.ts';
import { closedTo, type Limits, nothingSpent, type Spent, spending, tooMuch, usualLimits } from './limits.ts';
import { type EntryBut, entryWith, logLine } from './log-line.ts';
import { type MountedTool, prepareOffice, type ReadyOffice } from './office.ts';
import type { Pictures } from './picture.ts';
import { receive, receiveUnread } from './received.ts';
import { REPLY, readReply, type Said } from './reply.ts';
import { kindOf } from './tools/index.ts';
import { type Done, NOTHING_SHOWN, type OfficeView, type Refusal, type ToolUse } from './tools/kind.ts';
import type { Answer, Call, Desk, Office } from './types.ts';
import { openWorld, type WorldSeed } from './world.ts';

export interface DeskOptions {
  /**
   * Keeps one line of `audit.jsonl` (given without its line feed) before the call is answered. If it throws, the call did not happen. The
   * desk itself then keeps none, however many calls there are, and `evidence` has everything but the log.
   */
  readonly append?: (line: string) => void;
  /** For the proof: keeps entries as they are, for `live`, and writes and hashes nothing, so that `evidence` has nothing to give. */
  readonly live?: true;
  /** The agent's folder as it is when the desk is sealed; asked for once. Absent = the agent has none. If it throws, the desk stays open. */
  readonly folder?: () => CollectedFolder;
  /** The tools on that folder, for the services that have some. */
  readonly files?: FolderAccess;
  /** The pictures that lie in it at the start. */
  readonly pictures?: Pictures;
  /** Absent = the usual ones. */
  readonly limits?: Limits;
  /** New records are numbered as if so many had been made before. */
  readonly madeBefore?: number;
}

export function openDesk(office: Office, options: DeskOptions = {}): Desk {
  return deskFactory(office)(options);
}

/** For many desks on one office: what can be worked out once, is. */
export function deskFactory(office: Office): (options?: DeskOptions) => Desk {
  const ready = prepareOffice(office);
  return (options = {}) => openReady(ready, options);
}

const STAGE = 'main';

/** Most characters of a tool's name or a client's call id in the log. */
const LONGEST_NAME = 200;

/** What a call came to: `args` as understood, `said` for a reply, `use` of a service's tool. */
type Handled = (Done & { readonly args: Args; readonly said?: Omit<Said, 'args'>; readonly use?: ToolUse<Tool> }) | Refusal;

type Args = ReadonlyMap<string, Json>;

/** The same, or what a planned fault makes of it. */
type Met = Handled | (Struck & { readonly args: Args });

/** Where a desk that was forked goes on. */
interface Position {
  readonly world: WorldSeed;
  readonly lines: readonly string[];
  readonly last: Kept | undefined;
  readonly spent: Spent;
  readonly counted: ReadonlyMap<string, number>;
  readonly hash: string;
  readonly prev: string;
  readonly reply: ReplyPart | undefined;
}

/** An entry kept in memory and those before it: shared by all desks that went on from there. */
interface Kept {
  readonly entry: AuditEntry;
  readonly before: Kept | undefined;
}

/** What stands in the place of hashes where none are made; in the log each takes so many characters. */
const UNHASHED = '';
const HASH_LENGTH = 64;

function openReady(ready: ReadyOffice, options: DeskOptions, from?: Position): Desk {
  const world = openWorld(from?.world ?? ready.seed, options.madeBefore);
  const view: OfficeView = { ...ready.view, idsOf };
  const limits = options.limits ?? usualLimits;
  /** Of the log, where nobody else keeps it. */
  const lines: string[] = [...(from?.lines ?? [])];
  let last = from?.last;
  let spent = from?.spent ?? nothingSpent;
  /** Tools with a planned fault to their calls that it counts. */
  let counted = from?.counted ?? new Map<string, number>();
  const start = options.live ? UNHASHED : ready.hasher(ready.seed.world);
  let hash = from?.hash ?? start;
  let prev = from?.prev ?? (options.live ? UNHASHED : firstPrev(ready.digest));
  let reply: ReplyPart | undefined = from?.reply;
  let outcome: CallOutcome | undefined;
  let seal: Seal | undefined;
  let folder: ReadonlyMap<string, string> = new Map();

  return {
    call,
    seal() {
      if (seal !== undefined) return;
      const collected = options.folder?.();
      if (collected !== undefined) folder = folderEvidence(STAGE, collected);
      seal = sealOf();
    },
    get lastOutcome() {
      return outcome;
    },
    get sealed() {
      return seal !== undefined;
    },
    evidence,
    live() {
      const said = reply && { text: reply.message, source: 'tool' as const, ...(reply.answer && { answer: reply.answer }) };
      return { entries: entriesUpTo(last), before: ready.seed.world, after: world.snapshot(), reply: said ?? { text: '', source: 'none' } };
    },
    fork: (files = options.files) =>
      openReady(
        ready,
        { ...options, ...(files && { files }) },
        { world: world.position(), lines, last, spent, counted, hash, prev, reply },
      ),
    worldHash: () => ready.hasher(world.snapshot()),
  };

  function call(asked: Call): Answer {
    if (seal !== undefined) return { ok: false, error: { code: 'closed', message: 'The office is closed: the task is over.' } };
    const full = closedTo(spent, limits);
    if (full !== undefined) return { ok: false, error: { code: 'too_large', message: full } };
    try {
      return attempt(asked);
    } catch {
      return {
        ok: false,
        error: { code: 'internal', message: 'The office could not keep a record of this, so nothing was done.', hint: 'Try again.' },
      };
    }
  }

  /** Throws only where nothing was logged and nothing changed. */
  function attempt(asked: Call): Answer {
    const tool = String(asked.tool);
    const received = asked.unread === undefined ? receive(asked.args) : receiveUnread(asked.unread);
    const { result, count } = withFault(tool, received.ok ? withinLimits(handle(tool, received.args)) : received);
    const answer = answerOf(result);
    const changes = result.ok ? result.changes : [];
    const undo = world.apply(changes);
    try {
      const after = changes.length === 0 || options.live ? hash : ready.hasher(world.snapshot());
      const entry: EntryBut = {
        seq: spent.calls + 1,
        stage: STAGE,
        time: ready.office.now,
        actor: 'agent',
        tool: tool.slice(0, LONGEST_NAME),
        args: 'args' in result ? Object.fromEntries(result.args) : received.logged,
        outcome: outcomeOf(result),
        ...('fault' in result ? { message: result.fault } : result.ok ? {} : { message: result.message }),
        changes,
        world: { before: hash, after },
        via: asked.via,
        ...(asked.toolUse === undefined ? {} : { toolUse: asked.toolUse.slice(0, LONGEST_NAME) }),
        prev,
      };
      const shown = result.ok ? result.shown : NOTHING_SHOWN;
      const digest = options.live ? UNHASHED : sha256Hex(answerJson(answer));
      const line = logLine(entry, digest, shown);
      if (options.live) last = { entry: entryWith(entry, { digest, records: Object.fromEntries(shown) }), before: last };
      else keep(line);
      // The same limits whether hashes are made or not: those of answer and line before, and of the world before and after.
      spent = spending(spent, changes, line.length + (options.live ? 4 * HASH_LENGTH : 0));
      hash = after;
      outcome = entry.outcome;
      if (count !== undefined) counted = new Map([...counted, [tool, count]]);
      if ('said' in result && result.said !== undefined) reply = { ...result.said, seq: entry.seq };
      return answer;
    } catch (problem) {
      undo();
      throw problem;
    }
  }

  function keep(line: string): void {
    if (options.append === undefined) lines.push(line);
    else options.append(line);
    prev = lineHash(line);
  }

  /** What would be too much for the office is refused instead, and that is logged like any refusal. */
  function withinLimits(result: Handled): Handled {
    const message = result.ok ? tooMuch(spent, result.changes, limits) : undefined;
    return message === undefined ? result : { ok: false, code: 'too_large', message };
  }

  /** Understands and runs; a failure of our own becomes an `internal` refusal here, so that it is logged too. */
  function handle(name: string, given: { readonly [name: string]: Json }): Handled {
    try {
      if (name === REPLY) return handleReply(given);
      const mounted = ready.tools.get(name);
      return mounted === undefined ? unknownTool(name) : run(mounted, given);
    } catch {
      return { ok: false, code: 'internal', message: 'The office failed to do this; nothing was done.' };
    }
  }

  function run({ service, tool, parameters }: MountedTool, given: { readonly [name: string]: Json }): Handled {
    const read = readArguments(parameters, given, view);
    if (!read.ok) return read;
    const use: ToolUse<Tool> = {
      tool,
      service,
      args: read.args,
      world,
      office: view,
      ...(options.files && { folder: options.files }),
      ...(options.pictures && { pictures: options.pictures }),
    };
    const done = kindOf(tool).run(use);
    if (!done.ok) return done;
    const { result, shown, changes, picture } = done;
    return { ok: true, result, shown, changes, args: read.args, use, ...(picture && { picture }) };
  }

  /** What would be carried out fails where a fault is planned for it; `count` is then, or would have been, the number of the call. */
  function withFault(tool: string, result: Handled): { readonly result: Met; readonly count?: number } {
    const fault = ready.faults.get(tool);
    if (fault === undefined || !result.ok || result.use === undefined) return { result };
    const struck = strike(fault, { use: result.use, done: result, start: openWorld(ready.seed) });
    if (struck === undefined) return { result };
    const count = (counted.get(tool) ?? 0) + 1;
    return { count, result: fault.nth.includes(count) ? { ...struck, args: result.args } : result };
  }

  function handleReply(given: { readonly [name: string]: Json }): Handled {
    const read = readReply(ready.office.answer, given, view);
    if (!read.ok) return read;
    const { message, answer } = read;
    const said = { message, ...(answer && { answer }) };
    return { ok: true, args: read.args, result: { received: true }, shown: NOTHING_SHOWN, changes: [], said };
  }

  function unknownTool(name: string): Refusal {
    const all = [...ready.tools.keys(), REPLY];
    const service = ready.office.services.find((one) => name.startsWith(`${one.name}.`) || name.startsWith(`${one.name}_`));
    const listed = service === undefined ? all : all.filter((one) => one.startsWith(`${service.name}.`));
    const shown = JSON.stringify(name.slice(0, 80));
    return {
      ok: false,
      code: 'unknown_tool',
      message: `There is no tool ${shown}.`,
      hint: `${didYouMean(name, all)}${service === undefined ? 'Tools' : `Tools of ${service.name}`}: ${listed.join(', ')}.`,
    };
  }

  function idsOf(path: string): IdLookup | undefined {
    const [serviceName, collection = ''] = path.split('.');
    const service = ready.office.services.find((one) => one.name === serviceName);
    const definition =
      service !== undefined && Object.hasOwn(service.collections, collection) ? service.collections[collection] : undefined;
    if (definition === undefined) return undefined;
    const finder = ready.view.finder(path);
    return {
      noun: definition.noun,
      ...(finder === undefined ? {} : { finder }),
      has: (id) => world.get(path, id) !== undefined,
      ids: () => world.all(path).map((record) => record.id),
    };
  }

  function replyText(): string | undefined {
    return reply === undefined ? undefined : `${canonicalJson(reply)}\n`;
  }

  function sealOf(): Seal {
    const said = replyText();
    const listing = folder.get(listingPath(STAGE));
    return {
      version: 1,
      task: ready.office.task,
      pack: ready.digest,
      stages: [
        {
          name: STAGE,
          entries: spent.calls,
          last: prev,
          world: { before: start, after: hash },
          reply: said === undefined ? null : sha256Hex(said),
          files: listing === undefined ? null : sha256Hex(listing),
        },
      ],
    };
  }

  function evidence(): EvidenceFiles {
    if (options.live) throw new Error('a live desk writes no evidence');
    const files = new Map<string, string>();
    if (options.append === undefined) files.set('audit.jsonl', lines.map((line) => `${line}\n`).join(''));
    files.set(`world/${STAGE}.before.json`, `${canonicalJson(ready.seed.world)}\n`);
    files.set(`world/${STAGE}.after.json`, `${canonicalJson(world.snapshot())}\n`);
    const said = replyText();
    if (said !== undefined) files.set(`reply/${STAGE}.json`, said);
    for (const [path, text] of folder) files.set(path, text);
    if (seal !== undefined) files.set('seal.json', `${canonicalJson(seal)}\n`);
    return files;
  }
}

function entriesUpTo(last: Kept | undefined): readonly AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let kept = last; kept !== undefined; kept = kept.before) entries.push(kept.entry);
  return entries.reverse();
}

function answerOf(result: Met): Answer {
  if (result.ok) return { ok: true, result: result.result, ...(result.picture && { picture: result.picture }) };
  const { code, message, hint, retryAfter } = result;
  return {
    ok: false,
    error: {
      code,
      message,
      ...(hint === undefined || hint === '' ? {} : { hint }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
    },
  };
}

function outcomeOf(result: Met): CallOutcome {
  if ('fault' in result) return 'fault';
  if (result.ok) return 'ok';
  return result.code === 'internal' ? 'error' : 'refused';
}
