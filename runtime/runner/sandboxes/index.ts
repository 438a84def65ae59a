// The registry of sandboxes: key = name = file name. One line each.
import type { Sandbox } from '../types.ts';
import { docker } from './docker.ts';
import { harbor } from './harbor.ts';
import { local } from './local.ts';

export const sandboxes: Readonly<Record<string, Sandbox>> = { docker, harbor, local };
