// Small written forms: booleans, weights, instants, `list as name`.
import type { Path } from '../types.ts';
import type { Reporting } from './issues.ts';

export function readBoolean(value: string, path: Path, on: Reporting): boolean | undefined {
  if (value === 'true') return true;
  if (value === 'false') return false;
  on.report('validate/bad-boolean', on.places.value(path), { value });
  return undefined;
}

/** A decimal or fraction between 0 and 1; the number, for comparison only (weights are added as text, exactly). */
export function readUnit(value: string, path: Path, what: string, on: Reporting): number | undefined {
  const [, decimal, n, d] = /^(?:(\d{1,9}(?:\.\d{1,9})?)|(\d{1,9})\/([1-9]\d{0,8}))$/.exec(value) ?? [];
  const number = decimal === undefined ? Number(n) / Number(d) : Number(decimal);
  if (number >= 0 && number <= 1) return number;
  on.report('validate/bad-number', on.places.value(path), { value, what, example: '0.5 or 1/3' });
  return undefined;
}

/** An instant with offset → UTC, to the second. */
export function readInstant(value: string, path: Path, on: Reporting): string | undefined {
  const instant = toInstant(value);
  if (instant === undefined) on.report('validate/bad-time', on.places.value(path), { value });
  return instant;
}

function toInstant(value: string): string | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?(?:Z|[+-]\d\d:\d\d)$/.exec(value);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const calendar = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0, hour ?? 0, minute ?? 0, second ?? 0));
  const real = calendar.getUTCMonth() + 1 === month && calendar.getUTCDate() === day && calendar.getUTCHours() === hour;
  const milliseconds = Date.parse(value);
  return real && Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString().replace('.000Z', 'Z') : undefined;
}

/** `overdue as t` → the list's expression and the name. */
export function readEach(value: string, path: Path, on: Reporting): { list: string; as: string } | undefined {
  const match = /^(\s*\S[\s\S]*?)\s+as\s+([a-z][A-Za-z0-9_]*)\s*$/.exec(value);
  const [, list, as] = match ?? [];
  if (list !== undefined && as !== undefined) return { list, as };
  on.report('validate/bad-each', on.places.value(path), { value });
  return undefined;
}

/** A segment of an id. */
export const segment = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function readId(id: string, path: Path, what: string, on: Reporting): void {
  const rule = 'Use lower-case letters, digits and single hyphens, starting with a letter, for example told-managers.';
  if (id.length > 60 || !segment.test(id)) on.report('validate/bad-id', on.places.value(path), { id, what, rule });
}

/** One or more, as a list. */
export function asList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}
