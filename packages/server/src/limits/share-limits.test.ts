import { expect, it } from 'vitest';
import { createRateLimiter } from './gcra.ts';
import { createInFlight } from './in-flight.ts';
import { exchangeOnce, type LimitsShared, type LimitsUsed } from './share-limits.ts';

const nowMs = 1_000_000;

/** What the database does: one arrival time for each rate, and the counts of each node. */
function createShared() {
  const tats = new Map<string, number>();
  const counts = new Map<string, ReadonlyMap<string, number>>();
  return (node: string) =>
    async ({ rates, inFlight }: LimitsUsed): Promise<LimitsShared> => {
      counts.set(node, inFlight);
      for (const [name, usedMs] of rates) tats.set(name, Math.max(tats.get(name) ?? 0, nowMs) + usedMs);
      const others = [...counts].filter(([other]) => other !== node).flatMap(([, of]) => [...of]);
      return {
        aheadMs: new Map([...rates.keys()].map((name) => [name, (tats.get(name) ?? nowMs) - nowMs])),
        inFlight: new Map(others),
      };
    };
}

function createNode(name: string, shared: ReturnType<typeof createShared>) {
  const query = createRateLimiter({ perMinute: 60, burst: 10 }, { isShared: true });
  const inFlight = createInFlight({ tenantMax: 3, totalMax: 100 });
  const parts = { limiters: { query }, inFlight, exchange: shared(name), nowMs: () => nowMs };
  const take = (count: number) =>
    Array.from({ length: count }, () => query.take('key', nowMs)).filter(({ allowed }) => allowed).length;
  return { query, inFlight, take, exchange: (wasIdle = false) => exchangeOnce(parts, wasIdle) };
}

it('counts what other nodes have admitted towards a rate', async () => {
  const shared = createShared();
  const [one, other] = [createNode('one', shared), createNode('other', shared)];
  expect([one.take(4), other.take(3)]).toEqual([4, 3]);
  await one.exchange();
  await other.exchange();
  // The second to exchange knows of both; what it admits from now on is added.
  expect(other.query.look('key', nowMs).remaining).toBe(3);
  expect(other.take(9)).toBe(3);
  expect(one.take(1)).toBe(1);
  await other.exchange();
  await one.exchange();
  expect([one.take(1), other.take(1)]).toEqual([0, 0]);
});

it('counts queries in progress on other nodes towards the limit of a tenant', async () => {
  const shared = createShared();
  const [one, other] = [createNode('one', shared), createNode('other', shared)];
  const inside = [one.inFlight.enter('ten_1'), one.inFlight.enter('ten_1')];
  await one.exchange();
  other.inFlight.enter('ten_1');
  await other.exchange();
  expect(() => other.inFlight.enter('ten_1')).toThrow('This tenant already has 3 queries');
  expect(other.inFlight.refusalOf(() => 'ten_1')).toMatchObject({ code: 'concurrency_limited' });
  for (const entered of inside) entered.leave();
  await one.exchange();
  await other.exchange();
  other.inFlight.enter('ten_1');
});

it('says nothing while it is idle, but once that it has become so', async () => {
  const shared = createShared();
  const node = createNode('one', shared);
  expect(await node.exchange(true)).toBe(true);
  node.take(1);
  expect(await node.exchange(true)).toBe(false);
  expect(await node.exchange(false)).toBe(true);
});

it('goes on while others have queries in progress, so that their counts are not outdated when it is asked', async () => {
  const shared = createShared();
  const [one, other] = [createNode('one', shared), createNode('other', shared)];
  const inside = [1, 2, 3].map(() => one.inFlight.enter('ten_1'));
  await one.exchange();
  expect(await other.exchange(false)).toBe(false);
  expect(() => other.inFlight.enter('ten_1')).toThrow('This tenant already has 3 queries');
  for (const entered of inside) entered.leave();
  await one.exchange();
  expect(await other.exchange(false)).toBe(true);
  other.inFlight.enter('ten_1');
});
