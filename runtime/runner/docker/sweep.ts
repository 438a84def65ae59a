// A process of its own, started by one that ends and cannot wait: `sweep.ts OWNER` removes all that is that owner's.
import { setTimeout as sleep } from 'node:timers/promises';
import { engineHere } from './engine.ts';
import { removeLeftovers } from './leftovers.ts';

const [, , owner] = process.argv;

// What was asked for a moment ago may only now come into being: looked at until a look finds nothing.
for (let look = 0; look < 5 && owner !== undefined; look += 1) {
  const { removed } = await removeLeftovers(engineHere(), (its) => its === owner);
  if (look > 0 && Object.values(removed).every((count) => count === 0)) break;
  await sleep(300);
}
