// Does nothing. Must earn 0: whatever it earns is a free check.
import { defineAgent } from '../types.ts';

export const idle = defineAgent({
  name: 'idle',
  about: 'does nothing; must earn 0',
  options: {},
  model: 'none',
  create: () => ({
    name: 'idle',
    version: '1.0.0',
    model: null,
    harbor: { name: 'nop', model: null, options: {}, environment: {} },
    run: () => Promise.resolve({ kind: 'done' }),
  }),
});
