// Any model endpoint as an agent, without a client of its own: the model is shown the workspace's tools and a shell, its calls are
// carried out one after the other, and it goes on until it calls nothing more.
import { asTrouble, Trouble } from '../trouble.ts';
import { type AgentEnd, type AgentOutcome, type AgentWork, defineAgent } from '../types.ts';
import { endAfter, silence } from './tool-loop/breakdown.ts';
import type { Call, CallResult, Conversation, ModelError, ToolOffer, Turn } from './tool-loop/model.ts';
import { openRecord, type TurnRecord } from './tool-loop/record.ts';
import { TOOL_LOOP_OPTIONS, type ToolLoopSettings, toolLoopSettings, VARIABLES } from './tool-loop/settings.ts';
import { runShell, SHELL } from './tool-loop/shell.ts';
import type { Workspace } from './workspace.ts';

const NAME = { name: 'tool-loop', version: '1.0.0' };

export const toolLoop = defineAgent({
  name: NAME.name,
  about: 'any model endpoint (anthropic/NAME or openai/NAME) in a plain loop of tool calls',
  options: TOOL_LOOP_OPTIONS,
  model: 'needed',
  create(asked) {
    const settings = toolLoopSettings(asked);
    const { protocol, key, keyNeeded } = settings;
    const names = VARIABLES[protocol];
    return {
      ...NAME,
      model: asked.model,
      secrets: key === null ? [] : [key],
      async ready() {
        if (key === null && keyNeeded)
          throw new Trouble('agent', `${names.key} is not set`, {
            remedy: 'stop',
            next: `export ${names.key}=…, or ${names.url}=http://… for an endpoint of your own`,
          });
      },
      run: (work) => run(settings, work),
    };
  },
});

async function run(settings: ToolLoopSettings, work: AgentWork): Promise<AgentOutcome> {
  const { task, room, logs, signal, log } = work;
  if (signal.aborted) return { kind: 'done' };
  // Loaded only now: other agents need none of it, and it takes a while.
  const [{ openWorkspace }, { openConversation }] = await Promise.all([import('./workspace.ts'), import('./tool-loop/model.ts')]);
  let workspace: Workspace | null = null;
  let record: TurnRecord | null = null;
  try {
    workspace = await openWorkspace(room.hostUrl, signal);
    const { system } = settings;
    const tools: readonly ToolOffer[] = [...workspace.tools, SHELL];
    const agent = { ...NAME, model: `${settings.protocol}/${settings.model}` };
    record = openRecord({ agent, system, instruction: task.instruction, tools, logs });
    const trouble = { last: null as string | null };
    const onTrouble = (words: string): void => {
      trouble.last = words;
      log(`${settings.baseUrl}: ${words}`);
    };
    const conversation = openConversation({ settings, instruction: task.instruction, tools, onTrouble });
    const end = await loop({ settings, work, workspace, record, conversation, trouble });
    return { ...end, usage: record.usage() };
  } catch (thrown) {
    const usage = record === null ? {} : { usage: record.usage() };
    if (signal.aborted) return { kind: 'done', ...usage };
    return { kind: 'broken', trouble: asTrouble(thrown, 'agent'), ...usage };
  } finally {
    await record?.save();
    await workspace?.close();
  }
}

interface Loop {
  readonly settings: ToolLoopSettings;
  readonly work: AgentWork;
  readonly workspace: Workspace;
  readonly record: TurnRecord;
  readonly conversation: Conversation;
  /** The last thing that went wrong with the endpoint in the current turn. */
  readonly trouble: { last: string | null };
}

async function loop({ settings, work, workspace, record, conversation, trouble }: Loop): Promise<AgentEnd> {
  const { maxTurns } = settings;
  for (let count = 1; count <= maxTurns; count += 1) {
    trouble.last = null;
    const turn = await nextTurn(conversation, settings, work, trouble);
    if ('kind' in turn) return turn;
    for (const warning of turn.warnings) work.log(`turn ${count}: ${warning}`);
    record.add(turn);
    const end = endOf(turn, settings);
    if (end !== null) return end;
    const results: CallResult[] = [];
    for (const call of turn.calls) {
      // A call that was cut off may look whole and say something else than was meant.
      results.push(turn.end === 'length' ? CUT_OFF(call) : await carryOut(call, workspace, work));
      record.results(results);
    }
    await record.save();
    conversation.give(results);
  }
  return { kind: 'failed', reason: `it used up its ${maxTurns} turns (--ak max_turns=…)` };
}

/** The model's answer, or how the trial ends because there is none. */
async function nextTurn(
  conversation: Conversation,
  settings: ToolLoopSettings,
  { signal, limit }: AgentWork,
  trouble: Loop['trouble'],
): Promise<Turn | AgentEnd> {
  // A third of the time: silence has to be noticed while there is time left, or it would be taken for slowness of the agent.
  const seconds = Math.min(settings.requestLimit, (limit ?? Number.POSITIVE_INFINITY) / 3);
  const time = AbortSignal.timeout(Math.ceil(seconds * 1000));
  const started = performance.now();
  try {
    return await conversation.next(AbortSignal.any([signal, time]));
  } catch (thrown) {
    const waited = (performance.now() - started) / 1000;
    if (signal.aborted) return waited >= seconds / 2 ? silence(waited, trouble.last, settings) : { kind: 'done' };
    if (time.aborted) return silence(seconds, trouble.last, settings);
    if (isModelError(thrown)) return endAfter(thrown, settings);
    throw thrown;
  }
}

/** Its class is loaded late (see `run`), so it is known by its name. */
function isModelError(thrown: unknown): thrown is ModelError {
  return thrown instanceof Error && thrown.name === 'ModelError';
}

/** Null where the model wants something done. */
function endOf({ end, ownEnd, calls, text }: Turn, { maxTokens }: ToolLoopSettings): AgentEnd | null {
  const own = ownEnd === null ? '' : ` (${ownEnd})`;
  if (end === 'content-filter') return { kind: 'failed', reason: `the model declined${own}`, refused: true };
  if (ownEnd === 'model_context_window_exceeded') return { kind: 'failed', reason: `the conversation grew too long for the model${own}` };
  if (end === 'error')
    return { kind: 'broken', trouble: new Trouble('agent', `the endpoint ended its answer with an error${own}`, { remedy: 'retry' }) };
  if (calls.length > 0) return null;
  if (end === 'length')
    return { kind: 'failed', reason: `its answer was cut off at ${maxTokens ?? 'the endpoint’s limit of'} tokens${own}` };
  if (end === 'other' && text === '') return { kind: 'failed', reason: `the model said nothing and ended for an unknown reason${own}` };
  return { kind: 'done' };
}

/** A tool that nobody has is asked of the workspace: it says so, and its log has the attempt. */
async function carryOut(call: Call, workspace: Workspace, work: AgentWork): Promise<CallResult> {
  const { id, tool, args } = call;
  if (args === null) return { call, text: 'The arguments have to be a JSON object; nothing was done.', failed: true };
  if (tool === SHELL.name) return { call, ...(await runShell(args, work)) };
  const { text, refused } = await workspace.call({ tool, args, id });
  return { call, text, failed: refused };
}

const CUT_OFF = (call: Call): CallResult => ({
  call,
  text: 'Your answer was cut off because it was too long, so nothing was done. Say less at once.',
  failed: true,
});
