// From `--agent`, `--model` and `--ak` to an agent: what was asked for is checked before anything runs.
import type { Agent, AgentKind, AgentSettings } from '../types.ts';

/** An agent's settings are missing something or make no sense, in words for the person who typed them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The agent of this kind with these settings. Throws a SettingsError. */
export function createAgent(kind: AgentKind, settings: AgentSettings): Agent {
  const known = Object.keys(kind.options);
  for (const name of Object.keys(settings.options))
    if (!known.includes(name))
      throw new SettingsError(
        `the agent ${kind.name} has no option "${name}"; it has ${known.length === 0 ? 'none' : known.sort().join(', ')} (--ak name=value)`,
      );
  if (kind.model === 'needed' && settings.model === null) throw new SettingsError(`the agent ${kind.name} needs a model: --model NAME`);
  if (kind.model === 'none' && settings.model !== null) throw new SettingsError(`the agent ${kind.name} has no model; leave out --model`);
  return kind.create(settings);
}
