import { expect, test } from 'vitest';
import type { Evidence } from '../../packages/server/src/interfaces/confidence.ts';
import { scoreBefore } from './score-before.ts';

test.each<[Evidence, number]>([
  [{ way: 'curated_exact', toolScore: 1, features: {} }, 0.97],
  [{ way: 'curated_similar', toolScore: 0.85, features: {} }, 0.8],
  [{ way: 'curated_similar', toolScore: 1, features: {} }, 0.95],
  [{ way: 'curated_meaning', toolScore: 0.44, features: {} }, 0.4],
  [{ way: 'read', toolScore: 0.7, features: {} }, 0.7],
  [{ way: 'by_words', toolScore: 1, features: { match_margin: 1 } }, 0.79],
  [{ way: 'by_words', toolScore: 0.5, features: {} }, 0.167875],
  [{ way: 'written_2', toolScore: 1, features: { kept_share: 0.5 } }, 0.7125],
])('%j scored %d', (evidence, score) => {
  expect(scoreBefore(evidence)).toBeCloseTo(score, 10);
});
