import type { Label } from '../answers/label.ts';
import { openEnvelope } from '../records/envelope.ts';
import type { StoredMessage } from '../records/record-store.ts';
import type { Feedback } from './feedback-store.ts';

/**
 * Builds a label for the score of an answer from feedback. Null if the message has no scored answer: a wrongly blocked
 * message or a wrong refusal says nothing about scores.
 */
export function buildLabel(
  message: StoredMessage,
  { author, verdict, createdAtMs }: Pick<Feedback, 'author' | 'verdict' | 'createdAtMs'>,
): Label | null {
  const { messageId, status, sourceType } = message;
  const { scored } = openEnvelope(message.envelope);
  if (status !== 'delivered' || sourceType === 'none' || scored === null) return null;
  return {
    messageId,
    origin: 'feedback',
    author,
    // A partly right answer counts as wrong, because people would rely on all of it.
    isRight: verdict === 'right',
    evidence: scored.evidence,
    score: message.confidenceScore,
    band: message.band,
    askedAtMs: message.createdAtMs,
    labelledAtMs: createdAtMs,
  };
}
