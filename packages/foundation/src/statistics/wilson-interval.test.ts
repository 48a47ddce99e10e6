import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

const counts = fc
  .record({ total: fc.integer({ min: 1, max: 100_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ total, share }) => ({ total, hits: Math.round(total * share) }));

describe('the Wilson interval', () => {
  it('equals a value computed by hand', () => {
    // Eight of ten: (0.8 + 0.19207 ∓ 1.95996 × √(0.016 + 0.0096036)) ÷ 1.38415.
    const { low, high } = wilsonInterval({ hits: 8, total: 10 });
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilsonInterval({ hits: 0, total: 20 }).high).toBeCloseTo(0.1611, 4);
  });

  it('is 0 to 1 if there are no observations', () => {
    expect(wilsonInterval({ hits: 0, total: 0 })).toEqual({ low: 0, high: 1 });
  });

  it('lies within 0 to 1 and contains the observed share', () => {
    fc.assert(
      fc.property(counts, ({ hits, total }) => {
        const { low, high } = wilsonInterval({ hits, total });
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(hits / total);
        expect(high).toBeGreaterThanOrEqual(hits / total);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is symmetric, and narrows with more observations', () => {
    fc.assert(
      fc.property(counts, ({ hits, total }) => {
        const { low, high } = wilsonInterval({ hits, total });
        const other = wilsonInterval({ hits: total - hits, total });
        expect(other.low).toBeCloseTo(1 - high, 9);
        const more = wilsonInterval({ hits: hits * 4, total: total * 4 });
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
  });
});
