// What mutation testing runs: the grader's own cases, without the slow ones (processes, generated trials).
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/grader/**/*.test.ts'], exclude: ['tests/grader/run.test.ts', 'tests/grader/properties.test.ts'] },
});
