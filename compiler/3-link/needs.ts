// `needs`: what checks hang on. Every name leads somewhere, and nowhere in a circle.
import type { WrittenCheck, WrittenNeed } from '../2-validate/scenario.ts';
import type { Need } from '../types.ts';
import type { LinkContext } from './context.ts';

/** Needs as the grader takes them. */
export function planNeeds(needs: readonly WrittenNeed[]): readonly Need[] {
  return needs.map((need): Need => {
    if (need.kind === 'check') return need.full ? { id: need.id, full: true } : need.id;
    return need.kind === 'all' ? { all: planNeeds(need.of) } : { any: planNeeds(need.of) };
  });
}

/** Every check that the needs name. */
export function neededIds(needs: readonly Need[]): readonly string[] {
  return needs.flatMap((need) => {
    if (typeof need === 'string') return [need];
    return 'id' in need ? [need.id] : neededIds('all' in need ? need.all : need.any);
  });
}

/** In words: `raised, told in full, any of (a, b)`. */
export function needsInWords(needs: readonly Need[]): string {
  const words = needs.map((need) => {
    if (typeof need === 'string') return need;
    if ('id' in need) return `${need.id} in full`;
    return 'all' in need ? `all of (${needsInWords(need.all)})` : `any of (${needsInWords(need.any)})`;
  });
  return words.join(', ');
}

export function reportNeeds(checks: readonly WrittenCheck[], { report, places }: LinkContext): void {
  const ids = checks.map((check) => check.id);
  for (const check of checks) {
    for (const { id, path } of named(check.needs)) {
      if (ids.includes(id)) continue;
      const choices = ids.filter((other) => other !== check.id);
      report('link/unknown-check', places.value(path), { id, where: `\`needs\` of "${check.id}"`, choices });
    }
  }
  const circle = findCircle(checks);
  const first = checks.find((check) => check.id === circle?.[0]);
  if (circle && first) report('link/needs-cycle', places.value([...first.path, 'needs']), { ids: circle });
}

function named(needs: readonly WrittenNeed[]): readonly Extract<WrittenNeed, { kind: 'check' }>[] {
  return needs.flatMap((need) => (need.kind === 'check' ? [need] : named(need.of)));
}

function findCircle(checks: readonly WrittenCheck[]): readonly string[] | undefined {
  const needs = new Map(checks.map((check) => [check.id, named(check.needs).map(({ id }) => id)]));
  const search = (id: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(id)) return [...trail.slice(trail.indexOf(id)), id];
    for (const next of needs.get(id) ?? []) {
      const found = search(next, [...trail, id]);
      if (found) return found;
    }
    return undefined;
  };
  for (const id of needs.keys()) {
    const found = search(id, []);
    if (found) return found;
  }
  return undefined;
}
