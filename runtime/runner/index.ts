// What the rest of Slipway may use of the runner.
export { agents } from './agents/index.ts';
export { createAgent, SettingsError } from './agents/settings.ts';
export { type CleanedUp, type CleanUpCounts, cleanUp } from './cleanup.ts';
export { JobError, type JobOptions, runJob } from './job.ts';
export { programVersion } from './processes.ts';
export { readJob } from './recorded.ts';
export { type Graded, type Regraded, type RegradeOptions, regrade } from './regrade.ts';
export type { JobResult } from './results.ts';
export { sandboxes } from './sandboxes/index.ts';
export { type Estimate, type PassEstimates, passAtK, passEstimates, passHatK } from './statistics.ts';
export { type FoundTasks, findTasks, readTask, TaskError } from './task.ts';
export { Trouble } from './trouble.ts';
export type * from './types.ts';
export { defineAgent, defineSandbox } from './types.ts';
