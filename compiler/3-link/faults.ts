// Planned faults with their tools: whether a tool can fail so, and whether a check looks at what came of it.
import type { PlannedFault } from '#workspace/types.ts';
import type { WrittenFault } from '../2-validate/faults.ts';
import type { PlannedCheck } from '../types.ts';
import { findTool, isWriting, type LinkContext, type MountedTool, worksOnRecords } from './context.ts';
import { partsOf } from './parts.ts';

/** The faults as an office has them, in the order written; reports tools that are not there or cannot fail so. */
export function linkFaults(
  faults: readonly WrittenFault[],
  context: Pick<LinkContext, 'office' | 'report' | 'places'>,
): readonly PlannedFault[] {
  const { places, report } = context;
  return faults.flatMap(({ tool: name, kind, nth, retryAfter, path }): PlannedFault[] => {
    const tool = findTool(name, places.value([...path, 'tool']), context);
    if (!tool) return [];
    const needed = unsuited(kind, tool);
    if (needed !== undefined) report('link/fault-not-for-tool', places.value([...path, 'kind']), { tool: name, kind, needed });
    return [{ tool: name, kind, nth, ...(retryAfter !== undefined && { retryAfter }) }];
  });
}

/** What kind of tool it takes; undefined where this is one. */
function unsuited(kind: PlannedFault['kind'], tool: MountedTool): string | undefined {
  if (kind === 'stale' && isWriting(tool)) return 'a tool that reads';
  // Records are changed after a call was let through; the folder is changed by the call itself.
  if (isWriting(tool) && !worksOnRecords(tool)) return 'a tool that changes nothing in the shared folder';
  if (kind === 'stale' && !worksOnRecords(tool)) return 'a tool that reads records';
  if (kind === 'partial' && tool.tool.kind !== 'list' && tool.tool.kind !== 'search') return 'a list or a search';
  return undefined;
}

/** Reports faults whose tools no `recovered` check looks at: nobody could earn robustness by them. */
export function reportUnchecked(faults: readonly WrittenFault[], checks: readonly PlannedCheck[], { report, places }: LinkContext): void {
  const looked = new Set(checks.flatMap(recoveredTools));
  for (const { tool, path } of faults) {
    if (!looked.has(tool)) report('link/fault-unchecked', places.value([...path, 'tool']), { tool });
  }
}

/** Tools whose planned faults a check, or a check inside it, looks at. */
export function recoveredTools({ kind, params }: Pick<PlannedCheck, 'kind' | 'params'>): readonly string[] {
  const own = kind === 'recovered' ? [String(params.tool)] : [];
  return [...own, ...partsOf(params).flatMap((part) => recoveredTools({ kind: part.$check, params: part.params }))];
}
