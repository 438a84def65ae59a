// The reference solution as a shell script over the stubs, and as data.
import type { GeneratedFile, Plan, Step } from '../types.ts';
import { agentFolder } from './folder.ts';
import { jsonText } from './json.ts';

export function solutionFiles({ id, solution, files }: Plan): readonly GeneratedFile[] {
  const steps = solution.map(({ tool, args }) => ({ tool, args }));
  const script = `#!/bin/bash
# The reference solution of ${id}, call by call. Ends at the first call that is refused.
set -euo pipefail
${files ? `\ncd ${agentFolder}\n` : ''}${solution.map(command).join('')}`;
  return [
    { path: 'solution/solve.sh', text: script },
    { path: 'solution/solution.json', text: jsonText(steps) },
  ];
}

/** Arguments go through a quoted here-document, in which the shell changes nothing. */
function command({ tool, args }: Step): string {
  if (tool === 'file') return fileCommand(String(args.path), String(args.text));
  const json = JSON.stringify(args);
  const end = endMark(json);
  const name = tool === 'reply' ? 'reply --json' : tool.replace('.', ' ');
  return `\nslipway-tool ${name} <<'${end}'\n${json}\n${end}\n`;
}

/** The text has a line end at its end, as a here-document does. */
function fileCommand(path: string, text: string): string {
  const lines = text.split('\n');
  let end = 'FILE';
  while (lines.includes(end)) end += '_';
  const folder = path.includes('/') ? `mkdir -p ${inShell(path.slice(0, path.lastIndexOf('/')))}\n` : '';
  return `\n${folder}cat > ${inShell(path)} <<'${end}'\n${text}${end}\n`;
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** JSON is one line, so only a whole line equal to the mark could end it early. */
function endMark(json: string): string {
  let mark = 'ARGUMENTS';
  while (json === mark) mark += '_';
  return mark;
}
