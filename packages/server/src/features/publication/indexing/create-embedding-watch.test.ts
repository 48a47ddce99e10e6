import type { VectorProgress } from '@avow/search';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmbeddingWatch } from './create-embedding-watch.ts';

const tenantId = 'ten_a';
const pack = { packId: 'pack_a', version: 1 } as const;
const other = { packId: 'pack_b', version: 1 } as const;

let progress: Record<string, VectorProgress | 'hangs' | 'fails'>;
let counted: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  progress = { pack_a: { done: 1, total: 4 }, pack_b: { done: 4, total: 4 } };
  counted = [];
});
afterEach(() => void vi.useRealTimers());

const open = () =>
  createEmbeddingWatch({
    encoder: 'encoder-1',
    search: {
      vectorProgress: async (_tenantId, { pack: { packId } }) => {
        counted.push(packId);
        const found = progress[packId];
        if (found === 'hangs') return await new Promise<never>(() => undefined);
        if (found === 'fails' || found === undefined) throw new Error('no such version');
        return found;
      },
    },
  });

test('the share is that of all versions together, rounded down', async () => {
  const watch = open();
  expect(await watch.shareOf(tenantId, [], 500)).toBe(1);
  expect(await watch.shareOf(tenantId, [pack], 500)).toBe(0.25);
  expect(await watch.shareOf(tenantId, [pack, other], 500)).toBe(0.62);
  progress['pack_b'] = { done: 999, total: 1_000 };
  expect(await open().shareOf(tenantId, [other], 500)).toBe(0.99);
});

test('what changes quickly is counted again soon, and what is complete rarely', async () => {
  const watch = open();
  await watch.shareOf(tenantId, [pack, other], 500);
  await watch.shareOf(tenantId, [pack, other], 500);
  expect(counted).toEqual(['pack_a', 'pack_b']);
  vi.advanceTimersByTime(600);
  progress['pack_a'] = { done: 4, total: 4 };
  expect(await watch.shareOf(tenantId, [pack, other], 500)).toBe(1);
  expect(counted).toEqual(['pack_a', 'pack_b', 'pack_a']);
  // The files of a complete version were rebuilt.
  progress['pack_b'] = { done: 0, total: 4 };
  vi.advanceTimersByTime(10_000);
  expect(await watch.shareOf(tenantId, [other], 500)).toBe(0);
});

test('a count that takes long is not waited for, and what is not known is not complete', async () => {
  progress['pack_a'] = 'hangs';
  const watch = open();
  const share = watch.shareOf(tenantId, [pack], 500);
  await vi.advanceTimersByTimeAsync(600);
  expect(await share).toBe(0);
  const again = watch.shareOf(tenantId, [pack], 500);
  await vi.advanceTimersByTimeAsync(600);
  await again;
  // One count at a time.
  expect(counted).toEqual(['pack_a']);
  progress['pack_b'] = 'fails';
  expect(await watch.shareOf(tenantId, [other], 500)).toBe(0);
});
