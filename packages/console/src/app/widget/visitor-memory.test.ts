import { afterEach, expect, it, vi } from 'vitest';
import { openVisitorMemory } from './visitor-memory.ts';

function storageOf(entries: Record<string, string> = {}, isFull = false) {
  const storage = {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      entries[name] = text;
    },
  };
  vi.stubGlobal('localStorage', storage);
  return entries;
}

afterEach(() => void vi.unstubAllGlobals());

it('finds the visitor, their thread and what they wait for again', () => {
  storageOf();
  const first = openVisitorMemory('shop', true);
  expect(first.token).toMatch(/^[0-9a-f]{64}$/);
  expect(first.isLasting).toBe(true);
  first.keepThread('thr_1');
  first.setPending('msg_1', true);
  first.setPending('msg_2', true);
  first.setPending('msg_1', false);
  first.setReplyPending('msg_3', true);
  first.setReplyPending('msg_4', true);
  first.setReplyPending('msg_3', false);
  const next = openVisitorMemory('shop', true);
  expect(next).toMatchObject({ token: first.token, threadId: 'thr_1', pending: ['msg_2'] });
  expect(next.pendingReplies).toEqual(['msg_4']);
  expect(openVisitorMemory('other', true).token).not.toBe(first.token);
});

it('stores nothing if it may not, or if nothing fits', () => {
  const entries = storageOf();
  const given = openVisitorMemory('shop', false);
  given.keepThread('thr_1');
  expect(given).toMatchObject({ threadId: 'thr_1', isLasting: false });
  expect(entries).toEqual({});
  storageOf({}, true);
  expect(openVisitorMemory('shop', true).isLasting).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  expect(openVisitorMemory('shop', true).isLasting).toBe(false);
});

it('begins anew if what is stored is not its own', () => {
  for (const text of ['', 'null', '{}', '{"token":"short"}', '[1]']) {
    storageOf({ shop: text });
    expect(openVisitorMemory('shop', true)).toMatchObject({
      ...{ threadId: null, pending: [], pendingReplies: [] },
    });
  }
  const token = 'a'.repeat(32);
  storageOf({ shop: JSON.stringify({ token, thread: 7, pending: [1, 'msg_1'] }) });
  expect(openVisitorMemory('shop', true)).toMatchObject({ token, threadId: null, pending: ['msg_1'] });
});

it('waits for a limited number of messages', () => {
  storageOf();
  const memory = openVisitorMemory('shop', true);
  for (let at = 0; at < 60; at += 1) memory.setPending(`msg_${at}`, true);
  expect(memory.pending).toHaveLength(50);
  expect(memory.pending.at(-1)).toBe('msg_59');
});
