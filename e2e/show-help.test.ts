import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groups } from '../scripts/commands.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What npm starts, and what reads words that may be paths. */
const started = [...groups.values()].flatMap((commands) =>
  Object.values(commands)
    .map(({ file }) => file)
    .filter((file) => /^(?:bench|e2e)\//.test(file)),
);
const reading = globSync('{bench,e2e}/**/*.ts', { cwd: root, exclude: ['**/node_modules'] }).filter(
  (path) =>
    !path.endsWith('.test.ts') && /^const .*process\.argv/m.test(readFileSync(join(root, path), 'utf8')),
);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-help-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('knows the scripts', () => {
  expect(started).toContain('e2e/hardship/run.ts');
  expect(reading).toContain('e2e/load-process.ts');
});

it.each([...new Set([...started, ...reading])])(
  'node %s prints its help, and creates nothing',
  async (path) => {
    // Without it, a script would begin its work here, and some take a machine to its limits.
    expect(readFileSync(join(root, path), 'utf8')).toMatch(/^(?:showHelp\(|.*readOptions\(\))/m);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(root, path), '--folder', '--help'],
      { cwd: directory, timeout: 300_000 },
    );
    expect([stdout.length > 40, stderr]).toEqual([true, '']);
    expect(readdirSync(directory)).toEqual([]);
  },
);
