import type { CalibrationFit, StoredCalibration } from '@avow/answering/score';
import type { CalibrationEntry, FeedbackEntry, RefitEntry } from '@avow/contract/feedback';
import { formatTime } from '@avow/contract/values';
import type { CalibrationState, RefitOutcome, ShownProposal } from '../feedback.ts';
import type { Feedback } from '../feedback-store.ts';

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
    visitor: feedback.isFromVisitor,
    created_at: formatTime(feedback.createdAtMs),
  };
}

type RevisionEntry = CalibrationEntry['revisions'][number];

function fitToWire(fit: CalibrationFit): NonNullable<RevisionEntry['fit']> {
  const { parameters, exampleCount, rightCount, authorCount, callerCount, logLoss } = fit;
  const { offset, slope, methods } = parameters;
  return {
    ...{ offset, slope, methods: { ...methods } },
    example_count: exampleCount,
    right_count: rightCount,
    ...{ author_count: authorCount, key_count: callerCount },
    log_loss: { with: logLoss.with, without: logLoss.without },
  };
}

function revisionToWire(stored: StoredCalibration): RevisionEntry {
  const { revision, model, fit, createdAtMs, createdBy, cause } = stored;
  return {
    revision,
    model,
    fit: fit === null ? null : fitToWire(fit),
    created_at: formatTime(createdAtMs),
    created_by: createdBy,
    cause,
  };
}

function proposalToWire(shown: ShownProposal): NonNullable<CalibrationEntry['proposal']> {
  return {
    ...{ id: shown.proposalId, kind: shown.kind, fit: fitToWire(shown.fit) },
    ...{ created_at: formatTime(shown.createdAtMs), created_by: shown.createdBy },
    largest_change: shown.largestChange,
    applies_at: shown.appliesAtMs === null ? null : formatTime(shown.appliesAtMs),
    scores: shown.scores.map(({ messageId, before, after }) => ({ message_id: messageId, before, after })),
  };
}

export function calibrationToWire(state: CalibrationState): CalibrationEntry {
  const { count, visitors, usable, right, sinceFit } = state.labels;
  return {
    model: state.model,
    active_revision: state.inForce?.revision ?? null,
    automatic: state.isAutomatic,
    labels: { count, visitors, usable, right, wrong: usable - right, since_fit: sinceFit },
    needed: { ...state.needed },
    proposal: state.proposal === null ? null : proposalToWire(state.proposal),
    revisions: state.revisions.map(revisionToWire),
  };
}

export function refitToWire(outcome: RefitOutcome, state: CalibrationState): RefitEntry {
  return {
    outcome: outcome.kind,
    detail: sentenceOf(outcome, state),
    calibration: calibrationToWire(state),
  };
}

function sentenceOf(outcome: RefitOutcome, { needed, proposal }: CalibrationState): string {
  switch (outcome.kind) {
    case 'proposed': {
      const { kind, fit } = outcome.proposed;
      const change = `It changes no score by more than ${proposal?.largestChange ?? 1}, and nothing until it is applied.`;
      return kind === 'fit'
        ? `A fit on ${fit.exampleCount} labelled answers is proposed. ${change}`
        : `The ${fit.exampleCount} labelled answers no longer support the calibration in force, and a new fit does not improve it: its withdrawal is proposed. ${change}`;
    }
    case 'fitted':
      return `The calibration in force, revision ${outcome.calibration.revision}, fits the labelled answers already.`;
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
