// Looks at nothing and uses every tool that can change something, once, with arguments made up from their descriptions alone.
// Must earn less than a pass: what it earns is there for whoever does enough things.
import { type AgentOutcome, type AgentWork, defineAgent } from '../types.ts';
import { madeUp } from './spammer/made-up.ts';

export const spammer = defineAgent({
  name: 'spammer',
  about: 'uses every writing tool once, blindly; must not pass',
  options: {},
  model: 'none',
  create: () => ({ name: 'spammer', version: '1.0.0', model: null, run: spam }),
});

async function spam({ room, signal, log }: AgentWork): Promise<AgentOutcome> {
  if (signal.aborted) return { kind: 'done' };
  const { openWorkspace } = await import('./workspace.ts');
  const workspace = await openWorkspace(room.hostUrl, signal);
  try {
    const writing = workspace.tools.filter(({ name, reads }) => !reads && name !== REPLY);
    for (const { name, schema } of writing) {
      const { text, refused } = await workspace.call({ tool: name, args: madeUp(schema) });
      log(`${name}: ${refused ? `refused: ${text.split('\n')[0]}` : 'done'}`);
    }
    const reply = workspace.tools.find(({ name }) => name === REPLY);
    // A form filled in with made-up values may be refused; then the message goes without it.
    for (const form of [madeUp(reply?.schema), {}]) {
      const { refused } = await workspace.call({ tool: REPLY, args: { ...form, message: DONE } });
      if (!refused) break;
    }
    return { kind: 'done' };
  } catch (thrown) {
    if (signal.aborted) return { kind: 'done' };
    throw thrown;
  } finally {
    await workspace.close();
  }
}

const REPLY = 'reply';
const DONE = 'Done. Everything has been taken care of as you asked.';
