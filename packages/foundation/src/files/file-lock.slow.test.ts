import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

test('admits one at a time, and serves everyone who waits', async () => {
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

test('is busy while it is locked, and free again after a failure', async () => {
  const failing = withFileLock({ path, waitMs: 0 }, async () => {
    expect(await withFileLock({ path, waitMs: 50 }, async () => 1)).toEqual({ kind: 'busy' });
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(await withFileLock({ path, waitMs: 0 }, async () => 2)).toEqual({ kind: 'done', value: 2 });
});

test('needs no space on the disk, which may be full', async () => {
  const seen = await withFileLock({ path, waitMs: 0 }, async () => await readdir(dirname(path)));
  expect(seen).toEqual({ kind: 'done', value: ['one.lock'] });
});

test('is released when its process is killed', async () => {
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

test('admits one at a time across processes even if the file is removed each time', async () => {
  const module = JSON.stringify(new URL('./file-lock.ts', import.meta.url).href);
  const [folder, counter] = [dirname(path), join(dirname(path), 'counter')];
  await mkdir(folder, { recursive: true });
  await writeFile(counter, '0');
  // Without a pause between attempts, so that some fall between the opening of a file and its removal.
  const script = `const fs = require('node:fs');
  import(${module}).then(({ tryRemovableLock }) => {
    const [path, counter] = ${JSON.stringify([path, counter])};
    for (let count = 0; count < 100; count += 1) {
      let lock = tryRemovableLock(path);
      while (lock === null) lock = tryRemovableLock(path);
      fs.writeFileSync(counter, String(Number(fs.readFileSync(counter, 'utf8')) + 1));
      lock.release();
    }
  })`;
  const processes = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--no-warnings', '-e', script], { stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const codes = await Promise.all(processes.map(async (one) => (await once(one, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(await readFile(counter, 'utf8')).toBe('300');
  expect(await readdir(folder)).toEqual(['counter', 'guard.lock']);
});
