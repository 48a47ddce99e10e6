import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Hundreds of services and commands are started here: what one has compiled serves the next, as in an installation.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('packages/server/.compiled', import.meta.url));

/** Tests beside the code that start threads, processes or databases, or take seconds: not for between two edits. */
const slow = 'packages/*/src/**/*.{slow,slowest}.test.ts';

/** What takes longest comes first: those that do everything in a browser, and then the others that are named so. */
const rankOf = ({ moduleId }: TestSpecification) => {
  if (!moduleId.endsWith('.slowest.test.ts')) return 2;
  return moduleId.includes('/packages/console/') ? 0 : 1;
};

/**
 * Browsers, kills and generated requests take minutes, however short their files are. Started last, as their size suggests, they
 * would keep everything waiting while the other cores are idle. Those of one project follow one another: for another one, a
 * worker starts anew and loads everything again.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    const first = projects.get('service') ?? [];
    projects.delete('service');
    return [first, ...projects.values()].flatMap((files) =>
      files.toSorted((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}

export default defineConfig({
  test: {
    setupFiles: ['./vitest.setup.ts'],
    // Most tests wait for a disk, a process or a limit for more than half of their time: it takes four workers to keep two
    // cores busy.
    maxWorkers: Math.max(4, availableParallelism()),
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
