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

// Who works on it, and how long decisions take.

export {
  type DecisionOutcome,
  decisionOutcomes,
  type ReviewAssignmentEntry,
  type ReviewAssignmentRequest,
  type ReviewDecisionEntry,
  type ReviewerEntry,
  type ReviewFigures,
  type ReviewNoteEntry,
  type ReviewNoticesEntry,
  type ReviewSourceEntry,
  reviewAssignmentRequestSchema,
  reviewDecisionListQuerySchema,
  reviewFiguresQuerySchema,
  reviewNoteRequestSchema,
  reviewNoticesRequestSchema,
  reviewWorkLimits,
} from './review/review-work.ts';
