import { type CalibrationEntry, type FeedbackEntry, formatTime, type RefitEntry } from '@avow/contract';
import type { CalibrationFit } from '../../../interfaces/confidence.ts';
import type { CalibrationState, RefitOutcome } from '../../../interfaces/learning.ts';
import type { Feedback, StoredCalibration } from '../../../interfaces/learning-store.ts';

/** Where the names of the code and the names on the wire meet, for what is learnt from use. */

/** `isReplaced` null: this is not what drafted it. */
export function feedbackToWire(feedback: Feedback, isReplaced: boolean | null = null): FeedbackEntry {
  const { state, packId, curatedId } = feedback.proposal;
  return {
    id: feedback.feedbackId,
    message_id: feedback.messageId,
    verdict: feedback.verdict,
    reason: feedback.reason,
    comment: feedback.comment,
    better_answer: feedback.betterAnswer,
    // A pair that is only begun is not there yet.
    proposal: { state, content_pack_id: packId, qna_id: state === 'drafted' ? curatedId : null },
    ...(isReplaced === null ? {} : { replaced: isReplaced }),
    end_user_id: feedback.endUserId,
    key_id: feedback.keyId,
    created_at: formatTime(feedback.createdAtMs),
  };
}

type RevisionEntry = CalibrationEntry['revisions'][number];

function fitToWire({ parameters, exampleCount, rightCount, logLoss }: CalibrationFit): RevisionEntry['fit'] {
  const { offset, slope, ways } = parameters;
  return {
    ...{ offset, slope, ways: { ...ways } },
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
    in_force: state.inForce?.revision ?? null,
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
      return `The ${calibration.fit?.exampleCount} labelled answers no longer bear out what was in force (log loss ${logLoss.inForce.toFixed(3)}, without it ${logLoss.without.toFixed(3)}), and a new fit is no better: as revision ${calibration.revision}, scores are those of the model that ships.`;
    }
    case 'too_few': {
      const { usable, right } = outcome;
      return `There are ${usable} labelled answers to fit on, ${right} of them right and ${usable - right} not; needed are ${needed.usable}, with ${needed.right} right and ${needed.wrong} not.`;
    }
    case 'not_better': {
      const { usable, logLoss } = outcome;
      return `Fitted on ${usable} labelled answers, it is no better on those left out (log loss ${logLoss.with.toFixed(3)}, without it ${logLoss.without.toFixed(3)}); what was in force stays.`;
    }
  }
}
