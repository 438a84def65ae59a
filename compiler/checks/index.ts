// The kinds of check there are. A new kind: one file here, one in grader-template/checks/, one line in each index.
import { called } from './called.ts';
import type { CheckKind } from './kind.ts';
import { record } from './record.ts';
import { reply } from './reply.ts';
import { saw } from './saw.ts';
import { sent } from './sent.ts';
import { unchanged } from './unchanged.ts';

export const checkKinds: { readonly [kind: string]: CheckKind } = { called, record, reply, saw, sent, unchanged };
