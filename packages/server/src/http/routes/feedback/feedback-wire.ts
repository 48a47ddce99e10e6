import { type CalibrationEntry, type FeedbackEntry, formatTime, type RefitEntry } from '@avow/contract';
import type { CalibrationFit, StoredCalibration } from '../../../answers/confidence.ts';
import type { CalibrationState, RefitOutcome } from '../../../feedback/feedback-operations.ts';
import type { Feedback } from '../../../feedback/feedback-store.ts';

/** Conversions between the code and the wire, for feedback and calibrations. */

/** `isReplaced`: null if this request did not draft the pair. */
export function feedbackToWire(feedback: Feedback, isReplaced: boolean | null = null): FeedbackEntry {
  const { state, packId, curatedId } = feedback.proposal;
  return {
    id: feedback.feedbackId,
    message_id: feedback.messageId,
    verdict: feedback.verdict,
    reason: feedback.reason,
    comment: feedback.comment,
    better_answer: feedback.betterAnswer,
    // The pair does not exist before its draft is complete.
    proposal: { state, content_pack_id: packId, qna_id: state === 'drafted' ? curatedId : null },
    ...(isReplaced === null ? {} : { replaced: isReplaced }),
    end_user_id: feedback.endUserId,
    key_id: feedback.callerId,
    created_at: formatTime(feedback.createdAtMs),
  };
}

type RevisionEntry = CalibrationEntry['revisions'][number];

function fitToWire({ parameters, exampleCount, rightCount, logLoss }: CalibrationFit): RevisionEntry['fit'] {
  const { offset, slope, methods } = parameters;
  return {
    ...{ offset, slope, methods: { ...methods } },
    example_count: exampleCount,
    right_count: rightCount,
    log_loss: { with: logLoss.with, without: logLoss.without },
  };
}

function revisionToWire({ revision, model, fit, createdAtMs, createdBy }: StoredCalibration): RevisionEntry {
  return {
    revision,
    model,
    fit: fit === null ? null : fitToWire(fit),
    created_at: formatTime(createdAtMs),
    created_by: createdBy,
  };
}

export function calibrationToWire(state: CalibrationState): CalibrationEntry {
  const { count, usable, right, sinceFit } = state.labels;
  return {
    model: state.model,
    active_revision: state.inForce?.revision ?? null,
    automatic: state.isAutomatic,
    labels: { count, usable, right, wrong: usable - right, since_fit: sinceFit },
    needed: { ...state.needed },
    revisions: state.revisions.map(revisionToWire),
  };
}

export function refitToWire(outcome: RefitOutcome, state: CalibrationState): RefitEntry {
  return {
    outcome: outcome.kind,
    detail: sentenceOf(outcome, state.needed),
    calibration: calibrationToWire(state),
  };
}

function sentenceOf(outcome: RefitOutcome, needed: CalibrationState['needed']): string {
  switch (outcome.kind) {
    case 'fitted': {
      const { revision, fit } = outcome.calibration;
      return `The calibration was fitted on ${fit?.exampleCount} labelled answers and is in force as revision ${revision}.`;
    }
    case 'withdrawn': {
      const { calibration, logLoss } = outcome;
      return `The ${calibration.fit?.exampleCount} labelled answers no longer support the calibration in force (log loss ${logLoss.inForce.toFixed(3)}, without it ${logLoss.without.toFixed(3)}), and a new fit does not improve it: from revision ${calibration.revision} on, scores are those of the model that ships.`;
    }
    case 'too_few': {
      const { usable, right } = outcome;
      return `There are ${usable} labelled answers to fit on, ${right} right and ${usable - right} wrong; at least ${needed.usable} are needed, with ${needed.right} right and ${needed.wrong} wrong.`;
    }
    case 'not_better': {
      const { usable, logLoss } = outcome;
      return `A fit on ${usable} labelled answers does not improve the held-out ones (log loss ${logLoss.with.toFixed(3)}, without it ${logLoss.without.toFixed(3)}); the calibration in force stays.`;
    }
  }
}
