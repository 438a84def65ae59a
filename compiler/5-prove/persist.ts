// Patience with planned faults: what meets one is done again. Whoever plays a solution does so, and its steps are written once.
import type { Answer, Call, Desk } from '#workspace/types.ts';

/** No more failures than these come in a row (2-validate/faults.ts), so the last attempt is no fault. */
const MOST = 4;

/** Makes a call, and again as long as a planned fault meets it; `single`: not again. The answers, one per attempt. */
export function persist(desk: Pick<Desk, 'call' | 'lastOutcome'>, call: Call, single = false): readonly Answer[] {
  const answers = [desk.call(call)];
  while (!single && desk.lastOutcome === 'fault' && answers.length < MOST) answers.push(desk.call(call));
  return answers;
}
