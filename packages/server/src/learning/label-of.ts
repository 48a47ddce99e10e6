import { openEnvelope } from '../audit/envelope.ts';
import type { Feedback, Label } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';

/**
 * What feedback tells of the score of an answer. Null where no answer was given that had one: to have been blocked, or
 * told that nothing was found, may be wrong too, and says nothing of scores.
 */
export function labelOf(
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
    // What is partly right would be relied on as a whole.
    isRight: verdict === 'right',
    evidence: scored.evidence,
    score: message.confidenceScore,
    band: message.band,
    askedAtMs: message.createdAtMs,
    labelledAtMs: createdAtMs,
  };
}
