import { openEnvelope } from '../../records/envelope.ts';
import type { StoredMessage } from '../../records/record-store.ts';
import type { BlockLabel } from '../block-label.ts';
import type { Feedback } from '../feedback-store.ts';
import type { LabellingFeedback } from './build-label.ts';

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
