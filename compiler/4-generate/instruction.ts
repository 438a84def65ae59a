// What the agent is told: the request and how to reach the tools, nothing else.
import { openZone } from '#workspace/times.ts';
import type { GeneratedFile, Plan } from '../types.ts';
import { folderPath } from './folder.ts';

export function instructionFile({ request, office, files }: Plan): GeneratedFile {
  const services = office.services.map((service) => service.title.toLowerCase()).join(', ');
  const now = openZone(office.zone).show(office.now);
  const text = `${request}

---

It is ${weekday(now)}, ${now.replace('T', ' ').slice(0, 16)} (${office.zone}).
You work with these services: ${services}. Their tools come from the MCP server \`desk\`; in a shell the command
\`slipway-tool\` does the same (without arguments it lists the tools).
When you are done, answer the request with the \`reply\` tool (in a shell: \`slipway-tool reply "your answer"\`).
${form(office)}${files ? folder : ''}`;
  return { path: 'instruction.md', text };
}

const folder = `The folder you start in (\`${folderPath}\` in the task's own container) is yours: files that you are given lie there, and files
that you are to leave belong there.
`;

/** That there is something to fill in; what belongs there, the tool says itself. */
function form({ answer }: Plan['office']): string {
  if (answer === undefined) return '';
  return `That tool has a form to fill in (${Object.keys(answer).join(', ')}): what is asked for belongs in its fields
(in a shell, \`slipway-tool reply --help\` shows them).
`;
}

function weekday(local: string): string {
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  return days[new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
}
