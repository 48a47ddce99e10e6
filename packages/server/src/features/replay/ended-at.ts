import { openEnvelope } from '../records/envelope.ts';
import type { StoredMessage } from '../records/record-store.ts';

/** When a message was answered, to the millisecond, and never later; after a review, when the reviewer decided. */
export function endedAtMs({
  createdAtMs,
  timeMs,
  envelope,
}: Pick<StoredMessage, 'createdAtMs' | 'timeMs' | 'envelope'>): number {
  const { review } = openEnvelope(envelope);
  return review === null ? Math.floor(createdAtMs + timeMs) : Date.parse(review.decided_at);
}
