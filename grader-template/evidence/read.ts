// From evidence files to evidence that checks may look at. Nothing is believed until seal, chain, worlds and reply agree.

import type { ExpectedBase } from '../types.ts';
import { readFolder } from './folder.ts';
import { readLog } from './log.ts';
import { replay } from './replay.ts';
import { readReply } from './reply.ts';
import { asSeal, asWorld, Broken, parseJson } from './shape.ts';
import type { Damage, Evidence, EvidenceFiles, Seal, StageSeal } from './types.ts';

/** The one stage of a task of one turn. */
const STAGE = 'main';

/**
 * Reads and verifies evidence. Never throws: whatever is missing, torn, edited, reordered or from elsewhere gives a `Damage` that
 * says where. Files it does not know are ignored.
 */
export function readEvidence(files: EvidenceFiles, expected: ExpectedBase): Evidence | Damage {
  try {
    const seal = asSeal(parseJson(required(files, 'seal.json'), 'seal.json'), 'seal.json');
    const stage = sealedStage(seal, expected);
    const entries = readLog(required(files, 'audit.jsonl'), seal.pack, stage);
    const before = readWorld(files, `world/${STAGE}.before.json`);
    const after = readWorld(files, `world/${STAGE}.after.json`);
    replay(entries, stage, { before, after });
    const sources = { part: optional(files, `reply/${STAGE}.json`), trajectory: optional(files, `transcript/${STAGE}/trajectory.json`) };
    const folder = readFolder(files, stage);
    if (expected.folder === true && folder === undefined) throw new Broken('seal.json: the folder of the agent was not collected');
    return { entries, before, after, reply: readReply(sources, stage, entries), ...(folder && { folder }) };
  } catch (error) {
    if (error instanceof Broken) return { fault: 'workspace', reason: error.message };
    // Nesting deeper than the stack, text longer than memory: no honest workspace writes such things.
    return { fault: 'workspace', reason: `the evidence cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Tells the two results of `readEvidence` apart. */
export function isDamage(result: Evidence | Damage): result is Damage {
  return 'fault' in result;
}

function sealedStage(seal: Seal, expected: ExpectedBase): StageSeal {
  if (seal.task !== expected.task) throw new Broken(`seal.json: it is for the task ${seal.task}, not ${expected.task}`);
  if (seal.pack !== expected.pack) throw new Broken('seal.json: it is for another pack');
  const [stage, ...others] = seal.stages;
  if (stage?.name !== STAGE || others.length > 0) throw new Broken(`seal.json: it has other stages than ${STAGE}`);
  return stage;
}

function readWorld(files: EvidenceFiles, path: string) {
  return asWorld(parseJson(required(files, path), path), path);
}

function required(files: EvidenceFiles, path: string): string {
  const text = optional(files, path);
  if (text === undefined) throw new Broken(`${path}: missing`);
  return text;
}

function optional(files: EvidenceFiles, path: string): string | undefined {
  const text: unknown = files.get(path);
  if (text === undefined || typeof text === 'string') return text;
  throw new Broken(`${path}: not text`);
}
