import { describe, expect, it } from 'vitest';
import { createScoring } from './create-scoring.ts';

describe('createScoring', () => {
  it('scores by its own settings', () => {
    const caps = { degraded: false, bands: { high: 0.98, medium: 0.6 } };
    const scoring = createScoring({
      similarityMin: 0.5,
      probabilityMin: 0.7,
    });
    expect(scoring.scoreAnswer({ kind: 'curated_exact' }, caps)).toMatchObject({
      band: 'medium',
    });
    expect(scoring.scoreAnswer({ kind: 'curated_similar', similarity: 0.5 }, caps).score).toBe(0.8);
    expect(scoring.scoreAnswer({ kind: 'curated_meaning', probability: 0.7 }, caps).score).toBe(0.8);
    expect(scoring.suggestNextAction({ kind: 'failed' })).toBe('retry_later');
  });
});
