import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const takeAll = (queue: ReturnType<typeof createFairQueue<string>>) => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

it('serves tenants round-robin, each in the order of its items', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.slice(0, 1), item);
  expect(queue.size).toBe(6);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.size).toBe(0);
});

it('serves tenants by what their items cost, if that differs', () => {
  const queue = createFairQueue<string>({ costOf: (item) => (item.startsWith('a') ? 3 : 1) });
  for (const item of ['a1', 'a2', 'b1', 'b2', 'b3', 'b4']) queue.add(item.slice(0, 1), item);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'b4']);
});

it('passes over what may not start, and keeps it first in its tenant', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) queue.add(item.slice(0, 1), item);
  expect(queue.take((item) => item !== 'a1')).toBe('a2');
  expect(queue.take((_item, tenantId) => tenantId === 'c')).toBeUndefined();
  expect(takeAll(queue)).toEqual(['b1', 'a1']);
});

it('serves a tenant that was idle before those that were served since', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'b1', 'b2', 'b3']) queue.add(item.slice(0, 1), item);
  expect([queue.take(), queue.take()]).toEqual(['a1', 'b1']);
  queue.add('a', 'a2');
  queue.add('c', 'c1');
  expect(takeAll(queue)).toEqual(['c1', 'a2', 'b2', 'b3']);
});

it('lets items go before others of their tenant only', () => {
  const rankOf = (item: string) => Number(item.slice(1));
  const queue = createFairQueue<string>({ goesBefore: (item, earlier) => rankOf(item) < rankOf(earlier) });
  for (const item of ['a3', 'a1', 'a2', 'b9']) queue.add(item.slice(0, 1), item);
  expect(queue.peek((item) => item !== 'a1')).toBe('a2');
  expect(takeAll(queue)).toEqual(['a1', 'b9', 'a2', 'a3']);
});

it('refuses what exceeds the limit of a tenant or of all, and takes out everything at once', () => {
  const queue = createFairQueue<string>({ tenantMax: 2, totalMax: 3 });
  expect(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((item) => queue.add(item.slice(0, 1), item))).toEqual([
    ...[null, null, 'tenant', null, 'total', 'total'],
  ]);
  // What was begun already is not refused.
  queue.putBack('a', 'a0');
  expect(queue.size).toBe(4);
  expect(queue.takeAll()).toEqual(['a0', 'a1', 'a2', 'b1']);
  expect([queue.size, queue.sizeOf('a'), queue.take()]).toEqual([0, 0, undefined]);
  expect(queue.add('c', 'c1')).toBeNull();
});

it('puts an item back before the others of its tenant, and removes one that waits', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  expect(queue.take()).toBe('a1');
  queue.putBack('a', 'a1');
  expect(queue.remove('a', 'a2')).toBe(true);
  expect(queue.remove('a', 'a2')).toBe(false);
  expect(queue.remove('b', 'a3')).toBe(false);
  expect(queue.sizeOf('a')).toBe(2);
  expect(takeAll(queue)).toEqual(['a1', 'a3']);
});

it('loses nothing, keeps the order of each tenant, and lets no tenant be served twice while another waits', () => {
  const tenants = ['a', 'b', 'c', 'd'] as const;
  const steps = fc.array(fc.option(fc.constantFrom(...tenants), { nil: null, freq: 2 }), { maxLength: 120 });
  fc.assert(
    fc.property(steps, (moves) => {
      const queue = createFairQueue<string>();
      const model = new Map<string, string[]>(tenants.map((tenant) => [tenant, []]));
      /** For each tenant that waits: who was served since it began to wait or was served itself. */
      const servedSince = new Map<string, string[]>();
      let number = 0;
      for (const tenant of moves) {
        if (tenant !== null) {
          const item = `${tenant}${number++}`;
          queue.add(tenant, item);
          model.get(tenant)?.push(item);
          if (!servedSince.has(tenant)) servedSince.set(tenant, []);
          continue;
        }
        const peeked = queue.peek();
        const item = queue.take();
        expect(item).toBe(peeked);
        const owner = item?.slice(0, 1) ?? '';
        expect(item).toBe(model.get(owner)?.shift());
        expect(item === undefined).toBe(servedSince.size === 0);
        servedSince.delete(owner);
        for (const served of servedSince.values()) {
          expect(served).not.toContain(owner);
          served.push(owner);
        }
        if ((model.get(owner)?.length ?? 0) > 0) servedSince.set(owner, []);
      }
      expect(queue.size).toBe([...model.values()].flat().length);
    }),
  );
});
