// Every kind of check there is.
export { type CalledParams, called } from './called.ts';
export { each } from './each.ts';
export { type RecordParams, record } from './record.ts';
export { type ReplyParams, reply } from './reply.ts';
export { type SawParams, saw } from './saw.ts';
export { type SentParams, sent } from './sent.ts';
export { type UnchangedParams, unchanged } from './unchanged.ts';
