import type { PathDependencies } from '../../path/path-dependencies.ts';
import type { StoredMessage } from '../records/record-store.ts';
import { openEnvelope } from '../records/records.ts';
import { blockPending, decidePending, notPending } from './decide-review.ts';
import type { PendingReview, Reviews } from './review.ts';

export interface ReviewQueue extends Reviews {
  /** Ends what was pending for too long: nobody decided that it may be delivered. */
  endOverdue(signal: AbortSignal): Promise<void>;
}

/** Ended in one run; if there are more, the next run ends them. */
const overdueMax = 1000;

/** Answers pending review. */
export function createReviews(parts: PathDependencies): ReviewQueue {
  const { records, clock } = parts;
  return {
    list: async (tenantId, page) => {
      const found = await records.listInReview(tenantId, page);
      return found.map((message) => toPendingReview(parts, message)).filter((review) => review !== null);
    },
    get: async (tenantId, messageId) => {
      const message = await records.getMessage(tenantId, messageId);
      return message?.status === 'in_review' ? toPendingReview(parts, message) : null;
    },
    decide: async (tenantId, messageId, decision) => {
      const message = await records.getMessage(tenantId, messageId);
      if (message === null) return null;
      if (message.status !== 'in_review') throw notPending(message);
      return await decidePending(
        parts,
        { tenantId, message, content: openEnvelope(message.envelope) },
        decision,
      );
    },
    endOverdue: async (signal) => {
      const askedBeforeMs = clock.nowMs() - parts.limits.reviewWaitMs;
      const overdue = await parts.upkeep.listOverdue(askedBeforeMs, overdueMax);
      for (const { tenantId, message } of overdue) {
        if (signal.aborted) return;
        try {
          const pending = { tenantId, message, content: openEnvelope(message.envelope) };
          const entry = {
            outcome: 'expire',
            reason: null,
            comment: null,
            decided_by: null,
            proposed_answer: null,
          } as const;
          await blockPending(parts, pending, { entry, label: null });
        } catch (error) {
          // One message that cannot be ended must not delay the others.
          parts.onBackgroundFailure(error, message.messageId);
        }
      }
    },
  };
}

function toPendingReview({ clock, limits }: PathDependencies, message: StoredMessage): PendingReview | null {
  const { held: pending, question, refined_question, scored } = openEnvelope(message.envelope);
  if (pending === null) return null;
  const { messageId, channelType, endUserId, createdAtMs } = message;
  return {
    ...{ messageId, question, refinedQuestion: refined_question, scored, channelType, endUserId },
    response: pending.response,
    pendingSinceMs: pending.held_at_ms,
    waitingMs: Math.max(0, clock.nowMs() - pending.held_at_ms),
    expiresAtMs: createdAtMs + limits.reviewWaitMs,
  };
}
