import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groups } from '../scripts/commands.ts';
import type { Helped } from './help-process.ts';

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

const scripts = [...new Set([...started, ...reading])];

/** What each of them did, and what was written to the error output meanwhile. */
let helped: readonly Helped[];
let complained = '';
beforeAll(async () => {
  const child = fork(new URL('./help-process.ts', import.meta.url), { cwd: directory, silent: true });
  child.stderr?.on('data', (text) => {
    complained += text;
  });
  const answers: Helped[] = [];
  child.on('message', (answer: Helped) => answers.push(answer));
  child.send(scripts.map((path) => join(root, path)));
  await once(child, 'close');
  helped = answers;
});

it.each(scripts)('node %s prints its help, and creates nothing', (path) => {
  // Without it, a script would begin its work here, and some take a machine to its limits.
  expect(readFileSync(join(root, path), 'utf8')).toMatch(/^(?:showHelp\(|.*readOptions\(\))/m);
  const found = helped.find((one) => one.path === join(root, path));
  expect(found).toMatchObject({ exitCode: 0, files: [] });
  expect([(found?.written.length ?? 0) > 40, complained]).toEqual([true, '']);
});

it.each(['bench/growth.ts', 'e2e/load-process.ts'])(
  'node %s does so as a process of its own',
  async (path) => {
    expect(scripts).toContain(path);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(root, path), '--folder', '--help'],
      { cwd: directory, timeout: 300_000 },
    );
    expect([stdout.length > 40, stderr]).toEqual([true, '']);
    expect(stdout).toBe(helped.find((one) => one.path === join(root, path))?.written);
    expect(readdirSync(directory)).toEqual([]);
  },
);
