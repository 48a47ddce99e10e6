import { calibrationHandlers } from './calibration.ts';
import { givenFeedbackHandlers, proposalHandlers } from './feedback.ts';
import type { FeedbackRoutes } from './feedback-route.ts';

/** The handlers of the operations on feedback and calibrations. */
export function feedbackHandlers(parts: FeedbackRoutes) {
  return { ...givenFeedbackHandlers(parts), ...proposalHandlers(parts), ...calibrationHandlers(parts) };
}
