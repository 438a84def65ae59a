// Reads the options of an agent (`--ak name=value`): texts become what they stand for, or a SettingsError that names the option.
import type { AgentSettings } from '../types.ts';
import { SettingsError } from './settings.ts';

export interface NumberRange {
  /** Where the option is not given; null = it stays open. */
  readonly otherwise: number | null;
  readonly least: number;
  /** Absent = any. */
  readonly most?: number;
  readonly whole?: true;
}

export function numberOption(options: AgentSettings['options'], name: string, range: NumberRange & { otherwise: number }): number;
export function numberOption(options: AgentSettings['options'], name: string, range: NumberRange): number | null;
export function numberOption(options: AgentSettings['options'], name: string, range: NumberRange): number | null {
  const given = options[name];
  if (given === undefined) return range.otherwise;
  const value = /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : Number.NaN;
  const { least, most = Number.POSITIVE_INFINITY, whole } = range;
  if (value >= least && value <= most && (whole === undefined || Number.isInteger(value))) return value;
  const upTo = most === Number.POSITIVE_INFINITY ? `from ${least}` : `from ${least} to ${most}`;
  throw new SettingsError(`--ak ${name}=${given}: it has to be a ${whole ? 'whole number' : 'number'} ${upTo}`);
}

/** The text of an option that has to be there and not be blank. */
export function neededOption(options: AgentSettings['options'], name: string, example: string): string {
  const given = options[name];
  if (given === undefined || given.trim() === '') throw new SettingsError(`--ak ${name}=… is missing, for example --ak ${name}=${example}`);
  return given;
}
