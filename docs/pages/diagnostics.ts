// docs/diagnostics: a page per code, from the catalogue and from the case that makes the mistake.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '#compiler/diagnostics/catalogue.ts';

/** Path below docs/ to page. */
export function diagnosticPages(casesFolder: string): { readonly [path: string]: string } {
  const codes = Object.entries(catalogue);
  const pages = codes.map(([code, { about }]) => [`diagnostics/${code}.md`, page(code, about, join(casesFolder, code))]);
  return { ...Object.fromEntries(pages), 'diagnostics/README.md': index(codes.map(([code, { about }]) => [code, about])) };
}

function page(code: string, about: string, folder: string): string {
  const example = exampleOf(code, join(folder, 'expected.txt'));
  const [phase] = code.split('/');
  return `# ${code}

${about}
${example === undefined ? '' : exampleSection(code, example)}
All codes of \`${phase}\` are in the [index](../README.md).
`;
}

function exampleSection(code: string, example: string): string {
  return `
## Example

The [case](../../../tests/cases/diagnostics/${code}/) of this code gives the following; its last line says what to do.

\`\`\`text
${example}
\`\`\`
`;
}

/** The first diagnostic of that code in what the case prints. That every code has a case is asserted by the tests. */
function exampleOf(code: string, file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const diagnostics = readFileSync(file, 'utf8').trimEnd().split('\n\n');
  return diagnostics.find((one) => one.split('\n')[0]?.endsWith(` error ${code}`));
}

const phases: { readonly [phase: string]: string } = {
  parse: 'Reading the file as YAML',
  validate: 'The shape of the scenario: keys, kinds of values, formats',
  service: "A service of the author's own (services/NAME.service.yaml): what its definition means",
  link: 'What the names mean: services, records, fields, tools, expressions, rules',
  prove: 'Attacks on the grader that were not held off',
};

function index(codes: readonly (readonly [code: string, about: string])[]): string {
  const sections = Object.entries(phases).map(([phase, title]) => {
    const rows = codes
      .filter(([code]) => code.startsWith(`${phase}/`))
      .map(([code, about]) => `| [${code}](${code}.md) | ${cell(about)} |`);
    return `## ${phase}\n\n${title}.\n\n| code | about |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Diagnostics

Every mistake that \`slipway check\` and \`slipway compile\` can report, in the order of the phases. One run reports all that it
finds, each with its place, what is wrong and why, and what to do. \`slipway explain CODE\` prints the same as the pages here.

${sections.join('\n')}`;
}

export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
