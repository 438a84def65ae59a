// The registry of agents: key = name = file name. One line each.
import type { Agent } from '../types.ts';
import { idle } from './idle.ts';
import { oracle } from './oracle.ts';

export const agents: Readonly<Record<string, Agent>> = { idle, oracle };
