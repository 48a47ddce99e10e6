import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedRange } from './data-types.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';

const found: fc.Arbitrary<TypedRange<string>> = fc
  .record({
    start: fc.nat(50),
    length: fc.integer({ min: 1, max: 20 }),
    score: fc.constantFrom(0.3, 0.5, 0.8, 1),
  })
  .map(({ start, length, score }) => ({ type: 'card', start, end: start + length, score }));

const overlap = (a: TypedRange<string>, b: TypedRange<string>) => a.start < b.end && b.start < a.end;

describe('resolveOverlaps', () => {
  it('keeps separate findings in order, and drops one only for a better one', () => {
    fc.assert(
      fc.property(fc.array(found, { maxLength: 20 }), (all) => {
        const kept = resolveOverlaps(all, 80);
        kept.slice(1).forEach((one, index) => {
          expect(one.start).toBeGreaterThanOrEqual(kept[index]?.end ?? 0);
        });
        for (const one of all.filter((each) => !kept.includes(each))) {
          const better = kept.filter((other) => overlap(one, other));
          const isBeaten = better.some(
            (other) =>
              other.score > one.score ||
              (other.score === one.score && other.end - other.start >= one.end - one.start),
          );
          expect(isBeaten).toBe(true);
        }
      }),
    );
  });
});
