import { describe, expect, it } from 'vitest';
import { createScoring } from './create-scoring.ts';

describe('createScoring', () => {
  it('scores by its own settings', () => {
    const scoring = createScoring({
      bands: { high: 0.98, medium: 0.6 },
      similarityMin: 0.5,
      probabilityMin: 0.7,
    });
    expect(scoring.scoreAnswer({ kind: 'curated_exact' }, { degraded: false })).toMatchObject({
      band: 'medium',
    });
    expect(scoring.scoreAnswer({ kind: 'curated_similar', similarity: 0.5 }, { degraded: false }).score).toBe(
      0.8,
    );
    expect(
      scoring.scoreAnswer({ kind: 'curated_meaning', probability: 0.7 }, { degraded: false }).score,
    ).toBe(0.8);
    expect(scoring.suggestNextAction({ kind: 'failed' })).toBe('retry_later');
  });
});
