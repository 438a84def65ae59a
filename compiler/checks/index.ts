// The kinds of check there are. A new kind: one file here, one in grader-template/checks/, one line in each index.
import { absent } from './absent.ts';
import { agree } from './agree.ts';
import { all } from './all.ts';
import { answer } from './answer.ts';
import { any } from './any.ts';
import { called } from './called.ts';
import { count } from './count.ts';
import { file } from './file.ts';
import { k_of } from './k_of.ts';
import type { CheckKind } from './kind.ts';
import { leak } from './leak.ts';
import { not } from './not.ts';
import { order } from './order.ts';
import { record } from './record.ts';
import { recovered } from './recovered.ts';
import { reply } from './reply.ts';
import { saw } from './saw.ts';
import { sent } from './sent.ts';
import { slot } from './slot.ts';
import { unchanged } from './unchanged.ts';

export const checkKinds: { readonly [kind: string]: CheckKind } = {
  absent,
  agree,
  all,
  answer,
  any,
  called,
  count,
  file,
  k_of,
  leak,
  not,
  order,
  record,
  recovered,
  reply,
  saw,
  sent,
  slot,
  unchanged,
};
