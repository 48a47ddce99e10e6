import { calibrationHandlers } from './calibration.ts';
import { givenFeedbackHandlers, proposalHandlers } from './feedback.ts';
import type { FeedbackRoutes } from './feedback-route.ts';
import { guaranteeHandlers } from './guarantee.ts';

/** The handlers of the operations on feedback, calibrations and the guarantee. */
export function feedbackHandlers(parts: FeedbackRoutes) {
  return {
    ...givenFeedbackHandlers(parts),
    ...proposalHandlers(parts),
    ...calibrationHandlers(parts),
    ...guaranteeHandlers(parts),
  };
}
