import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReliability } from './reliability.ts';

describe('how reliable answers are', () => {
  it('is not known of none', () => {
    expect(createReliability().tell()).toEqual({
      answers: 0,
      mean_score: null,
      labelled: 0,
      right: 0,
      right_share: null,
      right_interval: null,
      error_rate: null,
      error_interval: null,
    });
  });

  it('lies within its interval, and the share that is right and the rest make one', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), (labels) => {
        const count = createReliability();
        for (const isRight of labels) {
          count.addAnswer(isRight ? 0.9 : 0.3);
          count.addLabel(isRight);
        }
        const told = count.tell();
        const share = told.right_share ?? -1;
        expect(share).toBeCloseTo(labels.filter(Boolean).length / labels.length, 5);
        expect(told.right_interval?.low).toBeLessThanOrEqual(share);
        expect(told.right_interval?.high).toBeGreaterThanOrEqual(share);
        expect(share + (told.error_rate ?? -1)).toBeCloseTo(1, 5);
        expect((told.error_interval?.low ?? -1) + (told.right_interval?.high ?? -1)).toBeCloseTo(1, 5);
        expect(told.mean_score).toBeCloseTo(0.3 + 0.6 * share, 5);
      }),
    );
  });
});
