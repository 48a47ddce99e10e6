import type { Label, StoredMessage } from '../../records/record-store.ts';
import { openEnvelope } from '../../records/records.ts';
import type { BlockLabel } from '../block-label.ts';
import type { Feedback } from '../feedback-store.ts';

/** The part of feedback that labels are built from. */
export type LabellingFeedback = Pick<
  Feedback,
  'author' | 'callerId' | 'isFromVisitor' | 'verdict' | 'reason' | 'createdAtMs'
>;

/**
 * Builds a label for the score of an answer from feedback. Null if the message has no scored answer: a wrongly blocked
 * message or a wrong refusal says nothing about scores.
 */
export function buildLabel(
  message: StoredMessage,
  { author, callerId, isFromVisitor, verdict, createdAtMs }: Omit<LabellingFeedback, 'reason'>,
): Label | null {
  const { messageId, status, sourceType } = message;
  const { scored } = openEnvelope(message.envelope);
  if (status !== 'delivered' || sourceType === 'none' || scored === null) return null;
  return {
    messageId,
    origin: 'feedback',
    ...{ author, callerId, isFromVisitor },
    // A partly right answer counts as wrong, because people would rely on all of it.
    isRight: verdict === 'right',
    evidence: scored.evidence,
    score: message.confidenceScore,
    band: message.band,
    askedAtMs: message.createdAtMs,
    labelledAtMs: createdAtMs,
  };
}

const callsItHarmless: ReadonlySet<Feedback['reason']> = new Set(['wrongly_blocked', 'should_have_answered']);

/**
 * Builds a label for a threshold from feedback on a blocked prompt. Null if no threshold was reached, or if the feedback does
 * not say whether the block was right.
 */
export function buildBlockLabel(
  message: StoredMessage,
  { author, callerId, isFromVisitor, verdict, reason, createdAtMs }: LabellingFeedback,
): BlockLabel | null {
  const { block } = openEnvelope(message.envelope);
  if (message.status !== 'blocked' || block === null) return null;
  if (verdict !== 'right' && !(verdict === 'wrong' && callsItHarmless.has(reason))) return null;
  return {
    messageId: message.messageId,
    ...{ author, callerId, isFromVisitor },
    isRight: verdict === 'right',
    ...block,
    askedAtMs: message.createdAtMs,
    labelledAtMs: createdAtMs,
  };
}
