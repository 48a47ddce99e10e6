import { defineConfig } from 'vitest/config';

const folder = 'packages/guardrails/src';
/** What checks find words by, and what tries policies out or explains them, let nothing through. */
const uncovered = ['fold-words', 'phrase-finder', 'try-*', 'explain-*'];

/** The engine of guardrails decides what is let through: its tests take every branch of it. */
export default defineConfig({
  test: {
    include: [`${folder}/*.test.ts`, 'packages/server/test/guardrails/*.test.ts'],
    exclude: uncovered.map((name) => `${folder}/${name}.test.ts`),
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
    isolate: false,
    coverage: {
      enabled: true,
      provider: 'v8',
      reporter: ['text'],
      reportOnFailure: true,
      include: [`${folder}/*.ts`],
      exclude: uncovered.map((name) => `${folder}/${name}.ts`),
      thresholds: { branches: 100 },
    },
  },
});
