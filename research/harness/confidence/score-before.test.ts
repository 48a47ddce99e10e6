import type { Evidence } from '@avow/answering/score';
import { expect, test } from 'vitest';
import { scoreBefore } from './score-before.ts';

test.each<[Evidence, number]>([
  [{ method: 'curated_exact', toolScore: 1, features: {} }, 0.97],
  [{ method: 'curated_similar', toolScore: 0.85, features: {} }, 0.8],
  [{ method: 'curated_similar', toolScore: 1, features: {} }, 0.95],
  [{ method: 'curated_semantic', toolScore: 0.44, features: {} }, 0.4],
  [{ method: 'extractive', toolScore: 0.7, features: {} }, 0.7],
  [{ method: 'keyword', toolScore: 1, features: { match_margin: 1 } }, 0.79],
  [{ method: 'keyword', toolScore: 0.5, features: {} }, 0.167875],
  [{ method: 'generative_tier_2', toolScore: 1, features: { kept_share: 0.5 } }, 0.7125],
])('%j scored %d', (evidence, score) => {
  expect(scoreBefore(evidence)).toBeCloseTo(score, 10);
});
