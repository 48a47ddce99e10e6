import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Hundreds of services and commands are started here: what one has compiled serves the next, as in an installation.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('packages/server/.compiled', import.meta.url));

/** Tests beside the code that start threads, processes or databases, or take seconds: not for between two edits. */
const slow = 'packages/*/src/**/*.{slow,slowest}.test.ts';

/**
 * Kills and generated requests take minutes, however short their files are. Started last, as their size suggests, they would
 * keep everything waiting while the other cores are idle. Those of one project follow one another: for another one, a worker
 * starts anew and loads everything again.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlowest = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slowest.test.ts');
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((files) => [
      ...files.filter(isSlowest),
      ...files.filter((file) => !isSlowest(file)),
    ]);
  }
}

export default defineConfig({
  test: {
    setupFiles: ['./vitest.setup.ts'],
    // Many tests wait for a disk or a process: two cores keep three workers busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: SlowestFirst },
    // For what hangs, not for what is slow: the longest test takes minutes with a quarter of a core. What a test waits for
    // is given up after five minutes, as by `waitFor`, so that it says what did not come.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
    // Tests leave nothing behind: modules are loaded once per worker, which halves the time of unit tests.
    isolate: false,
    // Node loads them as in an installation, with what it has compiled before, instead of from what another process has
    // rewritten: a third less of a processor for a file that starts a service, half for the first after a change.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', '{docs,checks,deploy,research,scripts}/**/*.test.ts'],
          exclude: [slow, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['packages/*/test/**/*.test.ts', slow],
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
