// The reference solution as a shell script over the stubs, and as data.
import { openDesk } from '#workspace/desk.ts';
import { filesInMemory } from '#workspace/files/memory.ts';
import { persist } from '../5-prove/persist.ts';
import type { GeneratedFile, Plan, Step } from '../types.ts';
import { agentFolder, contentOf } from './folder.ts';
import { jsonText } from './json.ts';

export function solutionFiles(plan: Plan): readonly GeneratedFile[] {
  const { id, solution, files } = plan;
  const calls = withRepetitions(plan);
  const steps = calls.map(({ step: { tool, args } }) => ({ tool, args }));
  const patience = calls.length > solution.length ? ' What meets a planned fault is called again.' : '';
  const script = `#!/bin/bash
# The reference solution of ${id}, call by call. Ends at the first call that is refused.${patience}
set -euo pipefail
${files ? `\ncd ${agentFolder}\n` : ''}${calls.map(command).join('')}`;
  return [
    { path: 'solution/solve.sh', text: script },
    { path: 'solution/solution.json', text: jsonText(steps) },
  ];
}

interface SolutionCall {
  readonly step: Step;
  /** It meets a planned fault, and whatever that answers, the script goes on. */
  readonly fails: boolean;
}

/** The steps as calls, each as often as it takes. Faults come by count, so playing the solution tells which calls they meet. */
function withRepetitions({ office, solution, files }: Plan): readonly SolutionCall[] {
  if (office.faults === undefined) return solution.map((step) => ({ step, fails: false }));
  const content = contentOf(files);
  const desk = openDesk(office, { live: true, files: filesInMemory(content) });
  return solution.flatMap((step): readonly SolutionCall[] => {
    if (step.tool === 'file') content.set(String(step.args.path), String(step.args.text));
    const attempts = step.tool === 'file' ? 1 : persist(desk, { tool: step.tool, args: step.args, via: 'proof' }).length;
    return Array.from({ length: attempts }, (_, i) => ({ step, fails: i < attempts - 1 }));
  });
}

/** Arguments go through a quoted here-document, in which the shell changes nothing. */
function command({ step: { tool, args }, fails }: SolutionCall): string {
  if (tool === 'file') return fileCommand(String(args.path), String(args.text));
  const json = JSON.stringify(args);
  const end = endMark(json);
  const name = tool === 'reply' ? 'reply --json' : tool.replace('.', ' ');
  const fault = fails ? '# A planned fault meets this call.\n' : '';
  return `\n${fault}slipway-tool ${name} <<'${end}'${fails ? ' || true' : ''}\n${json}\n${end}\n`;
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
