// Keys with nothing behind them, and the one key that no mapping can hold: the same in scenarios and in service files.
import type { Tree } from '../types.ts';
import type { Reporting } from './issues.ts';

/**
 * Keys with nothing behind them, anywhere. Where they and their values stand goes to `found`; to `rests`, where the rest of a text with
 * a comma looks like a key.
 */
export function reportEmptyValues(tree: Tree, on: Reporting, found: Set<number>, rests = new Set<number>()): void {
  if (tree.kind === 'list') for (const item of tree.items) reportEmptyValues(item, on, found, rests);
  if (tree.kind !== 'map') return;
  for (const { key, value } of tree.entries) {
    // Copying it from object to object would change what objects are, so shapes skip it without a word.
    if (key.value === '__proto__') on.report('validate/unknown-key', key.span, { key: key.value, within: 'the language', choices: [] });
    const nothing =
      value.kind === 'text' && value.value === '' && (value.span.end === value.span.start || value.span.start === key.span.start);
    if (nothing) {
      on.report('validate/no-value', key.span, { key: key.value, ...(value.bare && { bare: true }) });
      found.add(key.span.start).add(value.span.start);
      if (value.kind === 'text' && value.bare) rests.add(key.span.start);
    } else reportEmptyValues(value, on, found, rests);
  }
}
