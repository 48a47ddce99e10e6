import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'e2e/**/*.test.ts',
      'docs/**/*.test.ts',
      'evaluation/**/*.test.ts',
    ],
    // By default one core is left free: of two that is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
