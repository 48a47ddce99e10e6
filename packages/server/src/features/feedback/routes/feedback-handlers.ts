import { calibrationHandlers } from './calibration.ts';
import { givenFeedbackHandlers, proposalHandlers } from './feedback.ts';
import type { FeedbackRoutesParts } from './feedback-route.ts';

/** The handlers of the operations on feedback and calibrations. */
export function feedbackHandlers(parts: FeedbackRoutesParts) {
  return { ...givenFeedbackHandlers(parts), ...proposalHandlers(parts), ...calibrationHandlers(parts) };
}
