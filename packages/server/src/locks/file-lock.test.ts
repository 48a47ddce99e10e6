import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFileLock } from './file-lock.ts';

let path: string;

beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'avow-lock-')), 'deeper', 'one.lock');
});

afterEach(async () => {
  await rm(join(path, '..', '..'), { recursive: true, force: true });
});

test('one at a time, and everyone who waits gets a turn', async () => {
  let inside = 0;
  let most = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, turn) =>
      withFileLock({ path, waitMs: 10_000 }, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside -= 1;
        return turn;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(outcomes).toEqual([0, 1, 2, 3, 4].map((value) => ({ kind: 'done', value })));
});

test('is busy while held, and free again after a failure', async () => {
  const failing = withFileLock({ path, waitMs: 0 }, async () => {
    expect(await withFileLock({ path, waitMs: 50 }, async () => 1)).toEqual({ kind: 'busy' });
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await withFileLock({ path, waitMs: 0 }, async () => 2)).toEqual({ kind: 'done', value: 2 });
});

test('takes no room on the disk, which may be full', async () => {
  const seen = await withFileLock({ path, waitMs: 0 }, async () => await readdir(dirname(path)));
  expect(seen).toEqual({ kind: 'done', value: ['one.lock'] });
});

test('a holder that is killed holds nothing any more', async () => {
  const module = JSON.stringify(new URL('./file-lock.ts', import.meta.url).href);
  const script = `import(${module}).then(({ withFileLock }) => withFileLock({ path: ${JSON.stringify(path)}, waitMs: 0 }, () => {
    process.stdout.write('held');
    return new Promise(() => setInterval(() => {}, 1000));
  }))`;
  const holder = spawn(process.execPath, ['--no-warnings', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(holder.stdout, 'data');
    expect(await withFileLock({ path, waitMs: 0 }, async () => 1)).toEqual({ kind: 'busy' });
  } finally {
    holder.kill('SIGKILL');
  }
  await once(holder, 'exit');
  expect(await withFileLock({ path, waitMs: 1_000 }, async () => 2)).toEqual({ kind: 'done', value: 2 });
});
