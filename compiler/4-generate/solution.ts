// The reference solution as a shell script over the stubs, and as data.
import type { GeneratedFile, Plan, Step } from '../types.ts';
import { jsonText } from './json.ts';

export function solutionFiles({ id, solution }: Plan): readonly GeneratedFile[] {
  const steps = solution.map(({ tool, args }) => ({ tool, args }));
  const script = `#!/bin/bash
# The reference solution of ${id}, call by call. Ends at the first call that is refused.
set -euo pipefail
${solution.map(command).join('')}`;
  return [
    { path: 'solution/solve.sh', text: script },
    { path: 'solution/solution.json', text: jsonText(steps) },
  ];
}

/** Arguments go through a quoted here-document, in which the shell changes nothing. */
function command({ tool, args }: Step): string {
  const json = JSON.stringify(args);
  const end = endMark(json);
  return `\nslipway-tool ${tool.replace('.', ' ')} <<'${end}'\n${json}\n${end}\n`;
}

/** JSON is one line, so only a whole line equal to the mark could end it early. */
function endMark(json: string): string {
  let mark = 'ARGUMENTS';
  while (json === mark) mark += '_';
  return mark;
}
