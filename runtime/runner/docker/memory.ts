// Whether the kernel has killed something in a container because its memory was used up: the container itself goes on and says nothing.
import type { Engine } from './engine.ts';

/** How many processes so far; 0 also where nobody can tell. */
export async function memoryKills(engine: Engine, container: string, user: string): Promise<number> {
  const printed: Buffer[] = [];
  try {
    const { output } = await engine.exec(container, { command: READ, env: {}, user, stdin: false }, (chunk) => printed.push(chunk));
    await output.ended;
  } catch {
    return 0;
  }
  return Number(/\boom_kill (\d+)/.exec(Buffer.concat(printed).toString('utf8'))?.[1] ?? 0);
}

/** Of control groups version 2 and 1. */
const READ = ['sh', '-c', 'cat /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control 2>/dev/null'];
