// What the agent is told: the request and how to reach the tools, nothing else.
import { MOST_FILES, MOST_OF_FILE } from '#workspace/folder.ts';
import { openZone } from '#workspace/times.ts';
import { kindsOf } from '../3-link/parts.ts';
import type { GeneratedFile, Plan } from '../types.ts';
import { folderPath } from './folder.ts';

export function instructionFile({ request, office, files, checks }: Plan): GeneratedFile {
  const services = office.services.map((service) => service.title.toLowerCase()).join(', ');
  const now = openZone(office.zone).show(office.now);
  const text = `${request}

---

It is ${weekday(now)}, ${now.replace('T', ' ').slice(0, 16)} (${office.zone}).
You work with these services: ${services}. Their tools come from the MCP server \`desk\`; in a shell the command
\`slipway-tool\` does the same (without arguments it lists the tools).
When you are done, answer the request with the \`reply\` tool (in a shell: \`slipway-tool reply "your answer"\`).
${checks.some((check) => kindsOf(check).includes('reply')) ? named : ''}${form(office)}${asksWhatIsTold(checks) ? told : ''}${files ? folder : ''}`;
  return { path: 'instruction.md', text };
}

/** How a reply is read where it is read as prose. */
const named = `What the reply has to name belongs in a line that begins with \`Answer:\`, or in a list right below that line, every id in full.
`;

/** How a message is read that has to say when something is, or how much: any other would contradict it. */
const told = `A message that has to tell somebody a time or an amount names no other of its kind: no agenda, no office hours, no second choice.
`;

function asksWhatIsTold(checks: Plan['checks']): boolean {
  return checks.some(({ params }) => JSON.stringify(params).includes('"tells":'));
}

const folder = `The folder you start in (\`${folderPath}\` in the task's own container) is yours: files that you are given lie there, and files
that you are to leave belong there. At most ${MOST_FILES} files are taken along, each of at most ${MOST_OF_FILE / 1024 / 1024} MB.
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
