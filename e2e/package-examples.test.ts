import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const packages = globSync('packages/*/package.json', { cwd: root }).map((path) => path.split('/')[1] ?? '');

/** Complete programs only: a fragment that shows a step of one has no imports. */
const examplesOf = (name: string) =>
  [...readFileSync(join(root, 'packages', name, 'README.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)]
    .map(([, code = '']) => ({ name, code }))
    .filter(({ code }) => code.startsWith('import'));

const examples = packages.flatMap(examplesOf);

it('has examples in the READMEs of packages', () => {
  expect(examples.length).toBeGreaterThan(7);
});

// In a file, because threads that an example starts cannot inherit the options of `--eval`.
it.each(examples)('runs the example in the README of $name', async ({ code }) => {
  const folder = await mkdtemp(join(tmpdir(), 'avow-example-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'example.mts'), code);
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [join(folder, 'example.mts')], { timeout: 300_000 });
    expect(stdout).not.toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
