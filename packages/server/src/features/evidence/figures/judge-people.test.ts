import { expect, it } from 'vitest';
import type { Label } from '../../records/record-store.ts';
import type { Decision } from '../../review/review-store.ts';
import { countReviews } from './count-reviews.ts';
import { createFigureBook } from './figure-book.ts';
import { measureConfidence } from './measure-confidence.ts';

const label = (messageId: `msg_${string}`, isRight: boolean, labelledAtMs = 1): Label => ({
  ...{ messageId, origin: 'feedback', author: 'a', callerId: 'key_1', isFromVisitor: false, isRight },
  evidence: { method: 'extractive', toolScore: 0.5, features: {} },
  ...{ score: 0.8, band: 'high', askedAtMs: 0, labelledAtMs },
});

it('counts the newest judgement of each answer, and nothing of none', () => {
  const book = createFigureBook();
  const labels = [label('msg_1', false, 1), label('msg_1', true, 2), label('msg_2', false)];
  const given = { labels, labelsMax: 10, guarantee: null, calibration: null };
  const { bins, error } = measureConfidence(book, given);
  const figureOf = (key: string) => book.figures.find((one) => one.key === key);
  expect(figureOf('confidence.right')).toMatchObject({ hits: 1, total: 2 });
  expect(bins).toHaveLength(1);
  expect(error).toBeCloseTo(0.3);
  expect(figureOf('confidence.calibrated_here')?.value).toBe(false);
  const empty = createFigureBook();
  measureConfidence(empty, { ...given, labels: [] });
  expect(empty.figures.find(({ key }) => key === 'confidence.calibration_error')?.value).toBeNull();
});

it('counts how reviews ended, and the time that people took', () => {
  const book = createFigureBook();
  const decision = (outcome: Decision['outcome'], waitMs: number): Decision => ({
    ...{ messageId: 'msg_1', outcome, decidedBy: outcome === 'expire' ? null : 'usr_1' },
    ...{ decidedAtMs: waitMs, pendingSinceMs: 0 },
  });
  countReviews(book, [
    decision('deliver', 1000),
    decision('edit', 3000),
    decision('block', 5000),
    decision('expire', 90_000),
  ]);
  const figureOf = (key: string) => book.figures.find((one) => one.key === key);
  expect(figureOf('review.edit')).toMatchObject({ hits: 1, total: 4 });
  expect(figureOf('review.expire')).toMatchObject({ hits: 1, total: 4 });
  expect(figureOf('review.median_ms')?.value).toBe(3000);
  expect(figureOf('review.people')?.value).toBe(1);
});
