// How tests run: every folder of tests/, live ones too (they say why when they skip), in processes of their own.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/cases/**', 'node_modules/**'],
    pool: 'forks',
    // A limit for what hangs, not a measure: a loaded machine of two cores must stay far below.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
