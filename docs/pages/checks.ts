// docs/checks.md: the kinds of check with their keys, from the check registry.
import { commonCheckKeys } from '#compiler/2-validate/scenario.ts';
import { checkKinds } from '#compiler/checks/index.ts';
import { z } from '#compiler/shapes.ts';
import { cell } from './diagnostics.ts';

export function checksPage(): string {
  const kinds = Object.values(checkKinds);
  return `# Checks

What can be checked. The kind of a check is the key that names what it looks at; a check has exactly one. *Restraint* checks
hold in an untouched world, so they are \`must\` unless they say otherwise and should hang on work with \`needs\`. *Statement*
checks read what the agent said, so pasting everything must earn nothing. Values are matched as [language.md](language.md#matchers) says.

## Keys of every check

${keyTable(commonCheckKeys)}

${kinds
  .map(
    ({ kind, about, keys, restraint, statement }) => `## ${kind}

${about}${restraint === true ? ' *Restraint.*' : ''}${statement === true ? ' *Statement.*' : ''}

${keyTable(keys)}
`,
  )
  .join('\n')}`;
}

function keyTable(keys: { readonly [key: string]: z.ZodType }): string {
  const rows = Object.entries(keys).map(([key, shape]) => {
    const optional = shape instanceof z.ZodOptional;
    const about = shape.description ?? (optional ? (shape.unwrap() as z.ZodType).description : undefined) ?? '';
    return `| \`${key}\` | ${optional ? 'optional' : 'required'} | ${cell(about)} |`;
  });
  return `| key | | about |\n|---|---|---|\n${rows.join('\n')}`;
}
