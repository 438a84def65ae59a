// `npm run bench [NAME…]`: the measured work of this folder, by name. Without a name: those that need nothing but Node.
import { readdirSync } from 'node:fs';

const ENDING = '.bench.ts';
const known = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort();
/** They start containers, and take minutes. */
const SURROUNDINGS = ['sandboxes'];

const asked = process.argv.slice(2);
const wrong = asked.filter((name) => !known.includes(name));
if (wrong.length > 0) {
  process.stderr.write(`there is no bench ${wrong.join(', ')}; there are ${known.join(', ')}\n`);
  process.exitCode = 2;
} else {
  for (const name of asked.length > 0 ? asked : known.filter((one) => !SURROUNDINGS.includes(one))) {
    process.stdout.write(`${name}\n`);
    await import(`./${name}${ENDING}`);
  }
}
