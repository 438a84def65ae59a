// Reads what a verifier wrote and decides whether a trial was scored. Whatever is missing, malformed or contradictory is unscored, never 0.
import { join } from 'node:path';
import type { Fault } from '#grader/evidence/types.ts';
import type { Verdict } from '#grader/types.ts';
import { readIfThere } from './files.ts';
import type { Rewards } from './types.ts';

export type Reading =
  | { readonly kind: 'scored'; readonly rewards: Rewards; readonly verdict: Verdict }
  /** The verifier itself says that the evidence cannot be graded. */
  | { readonly kind: 'unscored'; readonly fault: Fault; readonly reason: string }
  /** It wrote nothing at all. */
  | { readonly kind: 'nothing' };

/** `folder` holds verdict.json (all detail) and, only when scored, reward.json (flat finite numbers). */
export async function readVerdict(folder: string): Promise<Reading> {
  const verdictText = await readIfThere(join(folder, 'verdict.json'));
  const rewardText = await readIfThere(join(folder, 'reward.json'));
  if (verdictText === null && rewardText === null) return { kind: 'nothing' };
  if (verdictText === null) return broken('it wrote reward.json without verdict.json');
  const verdict = asVerdict(verdictText);
  if (verdict === null) return broken(`verdict.json is no verdict: ${excerpt(verdictText)}`);
  if (verdict.status === 'unscored') {
    if (rewardText !== null) return broken(`verdict.json says unscored (${verdict.reason}), yet there is a reward.json`);
    return { kind: 'unscored', fault: verdict.fault, reason: verdict.reason };
  }
  if (rewardText === null) return broken('verdict.json says scored, yet there is no reward.json');
  const rewards = asRewards(rewardText);
  if (rewards === null) return broken(`reward.json must be an object of finite numbers with a reward: ${excerpt(rewardText)}`);
  if (rewards.reward !== verdict.reward) return broken(`reward.json says ${rewards.reward}, verdict.json says ${verdict.reward}`);
  return { kind: 'scored', rewards, verdict };
}

/** `reward.json` as rewards, or null. Strict: numbers only, all finite, `reward` among them. */
export function asRewards(text: string): Rewards | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const rewards: Record<string, number> = {};
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== 'number' || !Number.isFinite(part)) return null;
    rewards[name] = part;
  }
  const { reward } = rewards;
  return reward === undefined ? null : { ...rewards, reward };
}

function asVerdict(text: string): Verdict | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || !('status' in value)) return null;
  if (value.status === 'scored') return 'reward' in value && typeof value.reward === 'number' ? (value as Verdict) : null;
  if (value.status !== 'unscored') return null;
  const known = 'fault' in value && typeof value.fault === 'string' && FAULTS.some((fault) => fault === value.fault);
  return known && 'reason' in value && typeof value.reason === 'string' ? (value as Verdict) : null;
}

const FAULTS: readonly Fault[] = ['agent', 'user', 'workspace', 'grader', 'judge', 'sandbox', 'host'];

function broken(what: string): Reading {
  return { kind: 'unscored', fault: 'grader', reason: `the grader contradicts itself or its format: ${what}` };
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line || '(empty)';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
