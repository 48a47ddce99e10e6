import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Hundreds of services and commands are started here: what one has compiled serves the next, as in an installation.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('packages/server/.compiled', import.meta.url));

/**
 * Kills and generated requests take minutes, however short their files are. Started last, as their size suggests, they would
 * keep everything waiting while the other cores are idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(pages|crash|fuzz|documented-commands|growth|failing-store|cli-eval|cli-commands|cli-load|load-kill|reader-faults|postgres-store|sqlite-store|several-nodes|create-language-model|mutations|cli-audit|cli-replay|rekey|just-published|supervise-model-process|embed-passages|open-document-parser|run-sequences|postgres-search|database-writes|split-markdown|postgres|source-access|full-disk|failing-disk|provider-outage|hostile-source|busy)\.test\./.test(
        moduleId,
      );
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests beside the code that start threads or processes, open databases or publish packs. */
const withProcesses = [
  'packages/confinement/src/*.test.ts',
  'packages/documents/src/parsing/open-document-parser.test.ts',
  'packages/foundation/src/files/*.test.ts',
  'packages/inference/src/embedded/*.test.ts',
  'packages/search/src/{interrupted-writing,open-passage-search,stored-files,index-model}.test.ts',
  'packages/server/src/{app,stores}/**/*.test.ts',
  'packages/server/src/features/content/**/{encode-passages,fair-jobs,plan-pack-folder,publish-pack,repair-search,run-jobs,create-content-packs}.test.ts',
];

export default defineConfig({
  test: {
    setupFiles: ['./vitest.setup.ts'],
    // Many tests wait for a disk or a process: two cores keep three workers busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // For what hangs, not for what is slow: the longest test takes minutes with a quarter of a core. What a test waits for
    // is given up after five minutes, as by `waitFor`, so that it says what did not come.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
    // Tests leave nothing behind: modules are loaded once per worker, which halves the time of unit tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', '{docs,checks,deploy,research,scripts}/**/*.test.ts'],
          exclude: [...withProcesses, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['packages/*/test/**/*.test.ts', ...withProcesses],
          setupFiles: ['./vitest.setup.ts', './vitest.setup-service.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'campaigns',
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['./vitest.setup.ts', './vitest.setup-service.ts'],
        },
      },
    ],
  },
});
