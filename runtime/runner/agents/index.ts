// The registry of agents: key = name = file name. One line each.
import type { AgentKind } from '../types.ts';
import { idle } from './idle.ts';
import { oracle } from './oracle.ts';

export const agents: Readonly<Record<string, AgentKind>> = { idle, oracle };
