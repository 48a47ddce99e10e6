import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtLeast, binomialAtMost, shareAtMost } from './binomial.ts';

describe('binomial tails', () => {
  it('agree with published values', () => {
    // 0.95^59 is the first power below 0.05.
    expect(binomialAtMost({ hits: 0, trials: 59, chance: 0.05 })).toBeCloseTo(0.95 ** 59, 12);
    expect(binomialAtMost({ hits: 3, trials: 10, chance: 0.5 })).toBeCloseTo(0.171875, 12);
    expect(binomialAtLeast({ hits: 7, trials: 10, chance: 0.5 })).toBeCloseTo(0.171875, 12);
  });

  it('add up to one, also for many trials', () => {
    const drawn = fc.record({
      trials: fc.integer({ min: 1, max: 20_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(drawn, ({ trials, share, chance }) => {
        const hits = Math.round(trials * share);
        const both =
          binomialAtMost({ hits, trials, chance }) + binomialAtLeast({ hits: hits + 1, trials, chance });
        expect(both).toBeCloseTo(1, 8);
      }),
    );
  });

  it('are certain where nothing else can be', () => {
    expect(binomialAtMost({ hits: 0, trials: 0, chance: 0.5 })).toBe(1);
    expect(binomialAtMost({ hits: 0, trials: 5, chance: 0 })).toBe(1);
    expect(binomialAtMost({ hits: 4, trials: 5, chance: 1 })).toBe(0);
    expect(binomialAtLeast({ hits: 0, trials: 5, chance: 0.2 })).toBe(1);
    expect(binomialAtLeast({ hits: 6, trials: 5, chance: 0.2 })).toBe(0);
    expect(binomialAtMost({ hits: -1, trials: 5, chance: 0.2 })).toBe(0);
  });
});

describe('shareAtMost', () => {
  it('is the bound of Clopper and Pearson', () => {
    expect(shareAtMost({ hits: 0, trials: 59, error: 0.05 })).toBeCloseTo(1 - 0.05 ** (1 / 59), 9);
    // From the tables of Clopper and Pearson (1934).
    expect(shareAtMost({ hits: 5, trials: 50, error: 0.05 })).toBeCloseTo(0.1991, 3);
    expect(shareAtMost({ hits: 0, trials: 0, error: 0.05 })).toBe(1);
    expect(shareAtMost({ hits: 4, trials: 4, error: 0.05 })).toBe(1);
  });

  it('is a share that just explains what was seen', () => {
    const drawn = fc.record({ trials: fc.integer({ min: 1, max: 400 }), hits: fc.nat(399) });
    fc.assert(
      fc.property(drawn, ({ trials, hits }) => {
        fc.pre(hits < trials);
        const chance = shareAtMost({ hits, trials, error: 0.05 });
        expect(binomialAtMost({ hits, trials, chance })).toBeCloseTo(0.05, 6);
      }),
    );
  });
});
