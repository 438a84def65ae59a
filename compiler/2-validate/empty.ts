// Keys with nothing behind them, and the one key that no mapping can hold: the same in scenarios and in service files.
import type { Tree } from '../types.ts';
import type { Reporting } from './issues.ts';

/** Keys with nothing behind them, anywhere. Where they and their values stand goes to `found`. */
export function reportEmptyValues(tree: Tree, on: Reporting, found: Set<number>): void {
  if (tree.kind === 'list') for (const item of tree.items) reportEmptyValues(item, on, found);
  if (tree.kind !== 'map') return;
  for (const { key, value } of tree.entries) {
    // Copying it from object to object would change what objects are, so shapes skip it without a word.
    if (key.value === '__proto__') on.report('validate/unknown-key', key.span, { key: key.value, within: 'the language', choices: [] });
    const nothing =
      value.kind === 'text' && value.value === '' && (value.span.end === value.span.start || value.span.start === key.span.start);
    if (nothing) {
      on.report('validate/no-value', key.span, { key: key.value });
      found.add(key.span.start).add(value.span.start);
    } else reportEmptyValues(value, on, found);
  }
}
