import { expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { chooseRiskLevel } from './choose-risk-level.ts';
import type { ScoredAnswer } from './score-labelled.ts';

/** Perfectly calibrated answers; this share of the wrong ones is partly right. */
function answersOf(partlyShare: number, also: Partial<ScoredAnswer> = {}): ScoredAnswer[] {
  const random = createRandom(3);
  return Array.from({ length: 4_000 }, () => {
    const score = 0.02 + 0.96 * random();
    const isRight = random() < score;
    const helps = isRight || random() < partlyShare;
    return {
      ...{ corpus: 'a', domain: 'documentation', kind: 'documentation', isUnseen: false, part: 'fit' },
      ...{ isAnswerable: true, isForeign: false, ...also },
      given: {
        ...{ score, band: 'low', isRight, helps, caps: [] },
        evidence: { method: 'extractive', toolScore: score, features: {} },
      },
    };
  });
}

it('is 0.5 if answers are either right or wrong', () => {
  expect(chooseRiskLevel(answersOf(0))).toBeCloseTo(0.5, 1);
});

it('is lower if some wrong answers are partly right', () => {
  // At a score s, worth s + (1 − s) ÷ 2 × 0.5 − (1 − s) ÷ 2 is 0 at s = 0.2.
  expect(chooseRiskLevel(answersOf(0.5))).toBeCloseTo(0.2, 1);
});

it('uses only answers that may be fitted on', () => {
  expect(chooseRiskLevel(answersOf(0, { part: 'report' }))).toBeNull();
  expect(chooseRiskLevel(answersOf(0, { kind: 'science' }))).toBeNull();
});
