import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReliability } from './reliability.ts';

describe('createReliability', () => {
  it('has no shares without answers', () => {
    expect(createReliability().summarize()).toEqual({
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

  it('returns a share within its interval, and an error rate that complements it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), (labels) => {
        const count = createReliability();
        for (const isRight of labels) {
          count.addAnswer(isRight ? 0.9 : 0.3);
          count.addLabel(isRight);
        }
        const summary = count.summarize();
        const share = summary.right_share ?? -1;
        expect(share).toBeCloseTo(labels.filter(Boolean).length / labels.length, 5);
        expect(summary.right_interval?.low).toBeLessThanOrEqual(share);
        expect(summary.right_interval?.high).toBeGreaterThanOrEqual(share);
        expect(share + (summary.error_rate ?? -1)).toBeCloseTo(1, 5);
        expect((summary.error_interval?.low ?? -1) + (summary.right_interval?.high ?? -1)).toBeCloseTo(1, 5);
        expect(summary.mean_score).toBeCloseTo(0.3 + 0.6 * share, 5);
      }),
    );
  });
});
