// What leaving out an argument comes to: a tool that makes a record fills in the declared default, so a rule has to see it.
import type { Json, Template } from '../types.ts';
import type { LinkContext, MountedTool } from './context.ts';

/** The matcher of an argument, so that it holds of a call without the argument where it holds of the declared default. */
export function withDefault(
  matcher: Template | undefined,
  { tool, argument, context }: { readonly tool: MountedTool; readonly argument: string; readonly context: Pick<LinkContext, 'office'> },
): Template | undefined {
  const value = defaultOf(tool, argument, context);
  return matcher === undefined || value === undefined ? matcher : { is: matcher, left_out: value };
}

/** What the tool puts where the argument is left out; undefined where it puts nothing, or what only a run can tell. */
function defaultOf(
  { tool, service, parameters }: MountedTool,
  argument: string,
  { office }: Pick<LinkContext, 'office'>,
): Json | undefined {
  if (tool.kind !== 'create' && tool.kind !== 'send') return undefined;
  const parameter = parameters.find(({ name }) => name === argument);
  const isCopied = tool.copies !== undefined && Object.hasOwn(tool.copies, argument);
  if (!parameter || parameter.required || isCopied) return undefined;
  const written = tool.sets !== undefined && Object.hasOwn(tool.sets, argument) ? tool.sets[argument] : parameter.field.default;
  if (typeof written !== 'string') return written;
  if (written === '$now') return office.now;
  return written.startsWith('$setting.') ? office.settings[service.name]?.[written.slice('$setting.'.length)] : written;
}
