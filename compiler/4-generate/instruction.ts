// What the agent is told: the request and how to reach the tools, nothing else.
import { openZone } from '#workspace/times.ts';
import type { GeneratedFile, Plan } from '../types.ts';

export function instructionFile({ request, office }: Plan): GeneratedFile {
  const services = office.services.map((service) => service.title.toLowerCase()).join(', ');
  const now = openZone(office.zone).show(office.now);
  const text = `${request}

---

It is ${weekday(now)}, ${now.replace('T', ' ').slice(0, 16)} (${office.zone}).
You work with these services: ${services}. Their tools come from the MCP server \`desk\`; in a shell the command
\`slipway-tool\` does the same (without arguments it lists the tools).
When you are done, answer the request with the \`reply\` tool (in a shell: \`slipway-tool reply "your answer"\`).
`;
  return { path: 'instruction.md', text };
}

function weekday(local: string): string {
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  return days[new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
}
