#!/usr/bin/env node
// The `slipway` command: plain JavaScript, so that any Node can read it and say what is missing. Has tsx run cli/main.ts as it lies.
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`slipway needs Node 20.19 or newer; this is ${process.versions.node}\n`);
  process.exit(3);
}

// Our own tsconfig, not whichever lies in the folder the command was typed in.
const { register } = await import('tsx/esm/api');
register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
const { main } = await import('./main.ts');
await main(process.argv);
