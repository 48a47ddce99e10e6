import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerProbability, passageProbability } from './answer-line.ts';

const logit = fc.double({ min: -30, max: 30, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const features = fc.record({
  ...{
    spanMargin: logit,
    spanLead: logit,
    headingShare: share,
    headingShareOfSteps: share,
    lacksNumber: share,
  },
  ...{ searchRank: share, nearness: share, wordShare: share, supported: share, contradicted: share },
});

describe('the answer line', () => {
  test('gives probabilities, and what speaks for an answer never speaks against it', () => {
    fc.assert(
      fc.property(features, fc.double({ min: 0, max: 5, noNaN: true }), (given, more) => {
        for (const probabilityOf of [passageProbability, answerProbability]) {
          const before = probabilityOf(given);
          expect(before).toBeGreaterThanOrEqual(0);
          expect(before).toBeLessThanOrEqual(1);
          for (const name of ['spanMargin', 'searchRank', 'wordShare', 'headingShare'] as const)
            expect(probabilityOf({ ...given, [name]: given[name] + more })).toBeGreaterThanOrEqual(before);
          expect(probabilityOf({ ...given, lacksNumber: given.lacksNumber + more })).toBeLessThanOrEqual(
            before,
          );
        }
        const judged = answerProbability(given);
        expect(answerProbability({ ...given, supported: given.supported + more })).toBeGreaterThanOrEqual(
          judged,
        );
        expect(answerProbability({ ...given, contradicted: given.contradicted + more })).toBeLessThanOrEqual(
          judged,
        );
      }),
    );
  });
});
