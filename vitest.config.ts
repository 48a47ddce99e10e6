import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Hundreds of services and commands are started here: what one has compiled serves the next, as in an installation.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('packages/server/.compiled', import.meta.url));

/**
 * Kills and generated requests take minutes where others take seconds, however short their files: begun last, by their
 * size, they would keep everybody waiting while the other cores have nothing to do.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(crash|fuzz|failing-store|cli-eval|load-kill|create-language-model|mutations|cli-audit|cli-replay|rekey)\.test\./.test(
        moduleId,
      );
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'e2e/**/*.test.ts',
      'docs/**/*.test.ts',
      'evaluation/**/*.test.ts',
    ],
    setupFiles: ['./vitest.setup.ts'],
    // Many tests wait for a disk or a process: of two cores three are kept busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
