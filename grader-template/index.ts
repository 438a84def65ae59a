// Everything a generated grader and whoever runs one need. Pure: the disk is run.ts's business.
export * from './checks/index.ts';
export * from './evidence/hash.ts';
export { isDamage, readEvidence } from './evidence/read.ts';
export { REPLY_TOOL } from './evidence/reply.ts';
export type * from './evidence/types.ts';
export { GraderError, grade, judge } from './grade.ts';
export { type LeaksParams, leaks, type Secret } from './leaks.ts';
export { describe, matches } from './matchers.ts';
export { readNumber } from './numbers.ts';
export { type CallsParams, type Condition, calls, outsideAllowed, type WritesParams, writes } from './prohibited.ts';
export { combine } from './scoring.ts';
export { mentions } from './text.ts';
export type * from './types.ts';
export { summary, verdictFiles } from './verdict.ts';
