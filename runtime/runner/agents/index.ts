// The registry of agents: key = name = file name. One line each.
import type { AgentKind } from '../types.ts';
import { claudeCode } from './claude-code.ts';
import { command } from './command.ts';
import { idle } from './idle.ts';
import { oracle } from './oracle.ts';
import { replay } from './replay.ts';
import { spammer } from './spammer.ts';
import { toolLoop } from './tool-loop.ts';

export const agents: Readonly<Record<string, AgentKind>> = {
  'claude-code': claudeCode,
  command,
  idle,
  oracle,
  replay,
  spammer,
  'tool-loop': toolLoop,
};
