import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrderOf, mixScores } from './mix-scores.ts';

describe('mixScores', () => {
  it('weights both by their share, as calculated by hand', () => {
    const given = { search: [10, 5, 0], relevance: [-2, 0, 2] };
    expect(mixScores(given, 0.5)).toEqual([0.5, 0.5, 0.5]);
    expect(mixScores(given, 1)).toEqual([0, 0.5, 1]);
    expect(mixScores(given, 0)).toEqual([1, 0.5, 0]);
  });

  it('is from 0 to 1, and has the order of the reader for a share of 1', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(pairs, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const given = { search: all.map(([one]) => one), relevance: all.map(([, other]) => other) };
        for (const score of mixScores(given, share)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1 + 1e-9);
        }
        const ranked = inOrderOf(given.relevance, mixScores(given, 1));
        expect(ranked).toEqual(given.relevance.toSorted((one, other) => other - one));
      }),
    );
  });
});

it('inOrderOf is stable for equal scores', () => {
  expect(inOrderOf(['a', 'b', 'c', 'd'], [1, 2, 1, 2])).toEqual(['b', 'd', 'a', 'c']);
});
