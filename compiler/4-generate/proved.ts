// The files that tell of the proof: written last, when it is known.
import { createHash } from 'node:crypto';
import type { GeneratedFile, Plan, Proof } from '../types.ts';
import { jsonText } from './json.ts';
import { readmeFile } from './readme.ts';
import { taskToml } from './task-toml.ts';

export interface ProvedInput {
  readonly plan: Plan;
  readonly proof: Proof;
  /** The scenario's text, and those of the services of its author's that are mounted. */
  readonly written: readonly string[];
  readonly org: string;
  readonly version: string;
}

/** `task.toml`, `README.md` and `tests/proof.json`. */
export function provedFiles({ plan, proof, written, org, version }: ProvedInput): readonly GeneratedFile[] {
  const digest = createHash('sha256').update(written.join('\0')).digest('hex');
  return [taskToml({ plan, proof, org, digest, version }), readmeFile(plan, proof), { path: 'tests/proof.json', text: proofText(proof) }];
}

function proofText({ attacks, falsePassCeiling, lazyReward, falseFailRate, behaviour, idleLabels }: Proof): string {
  const missing = attacks.filter(({ result }) => result === 'not measured');
  return jsonText({
    false_pass_ceiling: falsePassCeiling,
    lazy_reward: lazyReward,
    false_fail_rate: falseFailRate,
    behaviour,
    idle_labels: idleLabels,
    not_measured: missing.map(({ attacker, target, detail }) => ({ attacker, target, why: detail })),
    attacks: attacks.filter((attack) => !missing.includes(attack)),
  });
}
