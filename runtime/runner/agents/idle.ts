// Does nothing. Must earn 0: whatever it earns is a free check.
import { defineAgent } from '../types.ts';

export const idle = defineAgent({
  name: 'idle',
  version: '1.0.0',
  about: 'does nothing; must earn 0',
  run: () => Promise.resolve({ kind: 'done' }),
});
