import { openEnvelope } from '../audit/envelope.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';

/** When a message had its answer, to the millisecond, and never later: where it waited for a person, when that decided. */
export function endedAtMs({
  createdAtMs,
  timeMs,
  envelope,
}: Pick<StoredMessage, 'createdAtMs' | 'timeMs' | 'envelope'>): number {
  const { review } = openEnvelope(envelope);
  return review === null ? Math.floor(createdAtMs + timeMs) : Date.parse(review.decided_at);
}
