import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerProbability, likelihoodRight } from './answer-line.ts';

const logit = fc.double({ min: -30, max: 30, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const features = fc.record({
  ...{
    spanMargin: logit,
    spanLead: logit,
    relevance: logit,
    headingShare: share,
    headingShareOfSteps: share,
    lacksNumber: share,
  },
  ...{ searchRank: share, nearness: share, wordShare: share },
});

describe('the answer line', () => {
  test('gives probabilities, and what speaks for an answer never speaks against it', () => {
    fc.assert(
      fc.property(features, fc.double({ min: 0, max: 5, noNaN: true }), (given, more) => {
        const before = answerProbability(given);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1);
        for (const name of [
          'spanMargin',
          'spanLead',
          'relevance',
          'searchRank',
          'wordShare',
          'headingShare',
        ] as const)
          expect(answerProbability({ ...given, [name]: given[name] + more })).toBeGreaterThanOrEqual(before);
        expect(answerProbability({ ...given, lacksNumber: given.lacksNumber + more })).toBeLessThanOrEqual(
          before,
        );
      }),
    );
  });

  test('takes a chosen answer for less likely right than its probability says, in the same order', () => {
    fc.assert(
      fc.property(share, share, (one, other) => {
        expect(likelihoodRight(Math.max(one, other))).toBeGreaterThanOrEqual(
          likelihoodRight(Math.min(one, other)),
        );
        expect(likelihoodRight(one)).toBeLessThanOrEqual(one);
      }),
    );
    expect(likelihoodRight(0.7)).toBeCloseTo(0.5);
    expect([likelihoodRight(0), likelihoodRight(1)]).toEqual([0, 1]);
  });
});
