/** What people say about answers, and the calibration that follows from it. */

// Feedback.

export {
  acceptFeedbackRequestSchema,
  type FeedbackEntry,
  feedbackLimits,
  feedbackListQuerySchema,
  feedbackRequestSchema,
} from './feedback/feedback.ts';
export type { FeedbackReason, FeedbackVerdict } from './values/enumerations.ts';

// Calibration.

export {
  type CalibrationEntry,
  calibrationLimits,
  type RefitEntry,
  revertCalibrationRequestSchema,
  settleCalibrationRequestSchema,
} from './feedback/calibration.ts';

// The guarantee on the band high.

export {
  type ConfidenceState,
  checkAnswerRequestSchema,
  type DrawnAnswers,
  drawAnswersRequestSchema,
  drawnAnswersQuerySchema,
  type GuaranteeRevision,
  guaranteeLimits,
  guaranteeRequestSchema,
} from './feedback/guarantee.ts';
