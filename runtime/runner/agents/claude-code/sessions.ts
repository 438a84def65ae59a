// The client's own logs of a session (JSON lines, sub-agents in files of their own). They know what each answer cost. Pure.
import { isObject, type MessageUsage, parsed, usageOf } from './stream.ts';

/** Usage of each answer by its id. An answer has a line for each of its parts: the last one counts. */
export function usageById(logs: readonly string[]): ReadonlyMap<string, MessageUsage> {
  const found = new Map<string, MessageUsage>();
  for (const line of logs.flatMap((log) => log.split('\n'))) {
    const entry = parsed(line);
    // Other kinds of lines hold messages too that nobody said.
    if (entry?.type !== 'assistant' || !isObject(entry.message) || entry.isApiErrorMessage === true) continue;
    const usage = usageOf(entry.message.usage);
    if (usage !== null && typeof entry.message.id === 'string') found.set(entry.message.id, usage);
  }
  return found;
}
