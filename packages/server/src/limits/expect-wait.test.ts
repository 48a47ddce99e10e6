import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capacity, excessMs, mayExceed } from './expect-wait.ts';

const known: Capacity = { msPerQuery: 1_000, deadlineMs: 60_000, timeoutMs: 60_000, startMax: 32 };

/** Tenants ask in turn, as many as they may: how many each has in progress in the end. */
function fill(tenants: readonly string[], capacity: Capacity): Map<string, number> {
  const counts = new Map<string, number>();
  for (let refused = 0; refused < tenants.length; ) {
    refused = 0;
    for (const tenant of tenants)
      if (excessMs(counts, tenant, capacity) === 0) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
      else refused += 1;
  }
  return counts;
}

const totalOf = (counts: ReadonlyMap<string, number>) => counts.values().reduce((sum, one) => sum + one, 0);

describe('excessMs', () => {
  it('lets in what is expected to be answered within half of the deadline', () => {
    expect(fill(['a'], known)).toEqual(new Map([['a', 30]]));
    expect(excessMs(new Map([['a', 30]]), 'a', known)).toBe(1_000);
  });

  it('lets in what others may have after the flood of one, and the first of each', () => {
    const counts = fill(['a'], known);
    for (let count = 0; excessMs(counts, 'b', known) === 0; count += 1) counts.set('b', count + 1);
    expect(counts.get('b')).toBe(15);
    for (const tenant of ['c', 'd', 'e']) {
      expect(excessMs(counts, tenant, known)).toBe(0);
      counts.set(tenant, 1);
    }
  });

  it('gives tenants that ask at the same time the same', () => {
    for (const count of [2, 3, 5]) {
      const counts = fill(['a', 'b', 'c', 'd', 'e'].slice(0, count), known);
      expect(new Set(counts.values()).size).toBe(1);
    }
  });

  it('lets in a number that any machine answers while nothing is known, and counts on less patience', () => {
    expect(totalOf(fill(['a'], { ...known, msPerQuery: null }))).toBe(32);
    expect(totalOf(fill(['a'], { ...known, timeoutMs: 10_000 }))).toBe(8);
  });

  it('never lets in more than is done within the deadline, beyond the first of each tenant, nor keeps out one that is alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 300 }),
        fc.integer({ min: 1, max: 100_000 }),
        (asking, msPerQuery) => {
          const counts = new Map<string, number>();
          for (const tenant of asking)
            if (excessMs(counts, tenant, { ...known, msPerQuery }) === 0)
              counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
            else expect(mayExceed(totalOf(counts), { ...known, msPerQuery })).toBe(true);
          expect(asking.length === 0 || counts.size > 0).toBe(true);
          expect((totalOf(counts) - counts.size) * msPerQuery).toBeLessThanOrEqual(54_000);
        },
      ),
    );
  });
});
