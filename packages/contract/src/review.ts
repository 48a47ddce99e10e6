/** Answers that wait until a person has decided on them. */

// What is pending, and what was decided.

export {
  type PendingReviewEntry,
  type ReviewEntry,
  type ReviewReason,
  reviewListQuerySchema,
  reviewReasons,
  reviewRequestSchema,
  wrongReasons,
} from './review/review.ts';
