import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import {
  acceptCalibration,
  dismissCalibration,
  getCalibration,
  refitCalibration,
  resetCalibration,
  revertCalibration,
} from './calibration.ts';
import {
  acceptFeedback,
  dismissFeedback,
  giveFeedback,
  listFeedback,
  listMessageFeedback,
} from './feedback.ts';
import type { FeedbackRoutesParts } from './feedback-route.ts';

/** The handlers of the operations on feedback and calibrations, by their ids. */
export function feedbackHandlers(parts: FeedbackRoutesParts) {
  return {
    giveFeedback: giveFeedback(parts),
    listMessageFeedback: listMessageFeedback(parts),
    listFeedback: listFeedback(parts),
    acceptFeedback: acceptFeedback(parts),
    dismissFeedback: dismissFeedback(parts),
    getCalibration: getCalibration(parts),
    refitCalibration: refitCalibration(parts),
    acceptCalibration: acceptCalibration(parts),
    dismissCalibration: dismissCalibration(parts),
    revertCalibration: revertCalibration(parts),
    resetCalibration: resetCalibration(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
