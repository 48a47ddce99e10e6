import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ThreadChannel } from './thread-channel.ts';

interface Offered {
  double(value: number): number;
  die(): void;
  sleep(ms: number): Promise<void>;
  fail(): void;
}

let directory: string;
let channel: ThreadChannel<Offered>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-thread-'));
  const path = join(directory, 'thread.ts');
  const serve = JSON.stringify(new URL('./serve-thread.ts', import.meta.url).href);
  await writeFile(
    path,
    `import { serveThread } from ${serve};
    serveThread(() => ({ methods: {
      double: (value: number) => value * 2,
      die: () => process.exit(3),
      sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
      fail: () => { throw new Error('a secret question'); },
    } }));`,
  );
  channel = new ThreadChannel<Offered>(pathToFileURL(path), {});
});

afterEach(async () => {
  await channel.close();
  await rm(directory, { recursive: true });
});

test('a thread that dies fails the calls it had, and is started again for the next', async () => {
  expect(await channel.call('double', [2])).toBe(4);
  const waiting = channel.call('sleep', [300]);
  const dying = channel.call('die', []);
  for (const call of [waiting, dying]) await expect(call).rejects.toMatchObject({ kind: 'failed' });
  expect(await channel.call('double', [3])).toBe(6);
});

test('a call that takes too long is answered without it', async () => {
  await expect(channel.call('sleep', [300], 1)).rejects.toMatchObject({ kind: 'timeout' });
  expect(await channel.call('double', [1])).toBe(2);
});

test('an error says nothing of what was asked', async () => {
  await expect(channel.call('fail', [])).rejects.toThrow(/^the passage search failed: Error$/);
});

test('too many calls are refused at once, and a closed channel takes none', async () => {
  const many = Array.from({ length: 1_025 }, (_, n) => channel.call('double', [n]));
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(outcomes.at(-1)).toMatchObject({ reason: { kind: 'overloaded' } });
  await channel.close();
  await expect(channel.call('double', [1])).rejects.toMatchObject({ kind: 'failed' });
});
