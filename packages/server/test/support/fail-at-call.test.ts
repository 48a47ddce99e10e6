import { describe, expect, it } from 'vitest';
import { failAtCall } from './fail-at-call.ts';

function openCounters() {
  let count = 0;
  const part = { next: async () => ++count };
  return { first: part, second: part, close: async () => count };
}

describe('failAtCall', () => {
  it('rejects one call without making it, and forwards the others', async () => {
    const { store, callCount } = failAtCall(openCounters(), 2);
    expect(await store.first.next()).toBe(1);
    await expect(store.second.next()).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect(await store.first.next()).toBe(2);
    expect(callCount()).toBe(3);
    expect(await store.close()).toBe(2);
    expect(callCount()).toBe(3);
  });
});
