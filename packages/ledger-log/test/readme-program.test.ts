import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blockAfter = (text: string) =>
  /```\w*\n([\s\S]*?)```/.exec(readme.slice(readme.indexOf(text)))?.[1] ?? '';
const bundle = /^\{"type":"bundle"[\s\S]*?(?=^```)/m.exec(readme)?.[0] ?? '';
const key = /"verifier_key":"([^"]+)"/.exec(bundle)?.[1] ?? '';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avow-readme-'));
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  await symlink(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'check-bundle.mts'), blockAfter('To check a bundle'));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(text: string, ...keys: readonly string[]): Promise<string> {
  await writeFile(join(folder, 'bundle.jsonl'), text);
  const run = promisify(execFile)(process.execPath, [
    join(folder, 'check-bundle.mts'),
    join(folder, 'bundle.jsonl'),
    ...keys,
  ]);
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

it('the program in the README accepts the bundle in the README, and says whether the key is trusted', async () => {
  expect(await check(bundle, key)).toMatch(/records: 3,\s+isComplete: true,\s+isKeyTrusted: true/);
  expect(await check(bundle)).toContain('isKeyTrusted: false');
});

it('the program in the README names the line of what was changed', async () => {
  expect(await check(bundle.replace('mountain 2?', 'mountain 3?'), key)).toMatch(
    /^Line 3: .*\(commitment_wrong\)/,
  );
});
