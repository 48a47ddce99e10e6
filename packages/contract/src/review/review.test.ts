import { expect, test } from 'vitest';
import {
  otherReasons,
  pendingReviewSchema,
  reviewReasons,
  reviewRequestSchema,
  wrongReasons,
} from './review.ts';
import { reviewResponseExamples } from './review-examples.ts';

const accepts = (request: unknown) => reviewRequestSchema.safeParse(request).success;

test('a decision is one of two, and blocking requires a reason', () => {
  for (const decision of ['deliver', 'block']) expect(accepts({ decision })).toBe(true);
  for (const decision of ['expire', 'approve', '', null]) expect(accepts({ decision })).toBe(false);
  for (const reason of reviewReasons) {
    expect(accepts({ decision: 'block', reason })).toBe(true);
    expect(accepts({ decision: 'deliver', reason })).toBe(false);
  }
  expect(accepts({ decision: 'block', reason: 'other' })).toBe(false);
  expect(accepts({ decision: 'deliver', answer: 'In 30 days.' })).toBe(true);
  expect(accepts({ decision: 'deliver', answer: 'In 30 days.', reason: 'incorrect' })).toBe(true);
  expect(accepts({ decision: 'deliver', answer: ' ' })).toBe(false);
  expect(accepts({ decision: 'block', answer: 'In 30 days.' })).toBe(false);
  expect(accepts({ decision: 'block', why: 'policy' })).toBe(false);
  expect(accepts({})).toBe(false);
});

test('a reason says that the answer is wrong, or that something else is', () => {
  expect(wrongReasons.filter((reason) => (otherReasons as readonly string[]).includes(reason))).toEqual([]);
  expect(reviewReasons).toHaveLength(wrongReasons.length + otherReasons.length);
});

test('a comment has words, and not too many', () => {
  const comment = (text: string) => accepts({ decision: 'deliver', comment: text });
  expect(comment('x'.repeat(2_000))).toBe(true);
  expect(comment('x'.repeat(2_001))).toBe(false);
  expect(comment('  ')).toBe(false);
});

test('a pending answer is not empty', () => {
  const pendingReview = pendingReviewSchema.parse(reviewResponseExamples['getPendingReview']?.[200]);
  expect(pendingReviewSchema.safeParse({ ...pendingReview, answer: '' }).success).toBe(false);
  expect(pendingReviewSchema.safeParse({ ...pendingReview, pending_ms: -1 }).success).toBe(false);
});
