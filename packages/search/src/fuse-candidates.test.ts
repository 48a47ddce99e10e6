import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuseCandidates } from './fuse-candidates.ts';

const candidate = fc.record({
  wordScore: fc.double({ min: 0, max: 50, noNaN: true }),
  vectorScore: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
});

test('scores are from 0 to 1, and better in both ways is never worse', () => {
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 30 }), (candidates) => {
      const fused = fuseCandidates(candidates);
      expect(fused).toHaveLength(candidates.length);
      for (const [index, one] of candidates.entries()) {
        expect(fused[index]).toBeGreaterThanOrEqual(0);
        expect(fused[index]).toBeLessThanOrEqual(1);
        for (const [other, two] of candidates.entries()) {
          if (one.vectorScore === null || two.vectorScore === null) continue;
          if (one.wordScore >= two.wordScore && one.vectorScore >= two.vectorScore)
            expect(fused[index]).toBeGreaterThanOrEqual(fused[other] ?? 0);
        }
      }
    }),
  );
});

test('without vectors the words alone decide', () => {
  const fused = fuseCandidates([
    { wordScore: 2, vectorScore: null },
    { wordScore: 8, vectorScore: null },
  ]);
  expect(fused).toEqual([0.25, 1]);
});
