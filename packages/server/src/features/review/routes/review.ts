import { type PendingReviewEntry, reviewListQuerySchema, reviewRequestSchema } from '@avow/contract/review';
import { formatTime } from '@avow/contract/values';
import { AppError, type MessageId } from '@avow/foundation';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import { explanationOf } from '../../records/records.ts';
import type { PendingReview, Reviews } from '../review.ts';

export interface ReviewRoutes {
  readonly reviews: Reviews;
  readonly cursors: Cursors;
}

/** The handlers of the operations on answers pending review. */
export function reviewHandlers({ reviews, cursors }: ReviewRoutes) {
  return {
    /** `GET /v1/review` */
    listPendingReviews: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const { cursor, limit } = validateParameters(reviewListQuerySchema, request.query);
      const list = { tenantId, filter: 'review' };
      const after = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
      const found = await reviews.list(tenantId, {
        ...{ after, limit: limit + 1, readableBy: readerGroupsOf(request) },
      });
      return await sendPage(reply, cursors, {
        ...{ list, limit, found, toWire: pendingToWire },
        placeOf: ({ messageId }) => messageId,
      });
    },

    /** `GET /v1/review/{message_id}` */
    getPendingReview: async (request, reply) => {
      const pending = await reviews.get(principalOf(request).tenantId, messageIdOf(request));
      if (pending === null) throw new AppError('not_found');
      return sendPrivateJson(reply, JSON.stringify(pendingToWire(pending)));
    },

    /** `POST /v1/review/{message_id}` */
    decideReview: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const {
        decision,
        reason = null,
        comment = null,
        answer = null,
      } = validate(reviewRequestSchema, request.body);
      const decided = { decision, reason, comment, answer, callerId };
      const response = await reviews.decide(tenantId, messageIdOf(request), decided);
      if (response === null) throw new AppError('not_found');
      return sendPrivateJson(reply, JSON.stringify(response));
    },
  } satisfies Handlers;
}

function pendingToWire(pending: PendingReview): PendingReviewEntry {
  const { response } = pending;
  return {
    message_id: pending.messageId,
    thread_id: response.thread_id,
    question: pending.question,
    refined_question: pending.refinedQuestion,
    answer: response.answer,
    answer_format: response.agent_context.answer_format,
    citations: response.citations,
    source_type: response.source_type,
    confidence: response.confidence,
    confidence_explanation: pending.scored === null ? null : explanationOf(pending.scored),
    guardrails: response.guardrails,
    channel_type: pending.channelType,
    end_user_id: pending.endUserId,
    created_at: response.created_at,
    pending_since: formatTime(pending.pendingSinceMs),
    pending_ms: pending.waitingMs,
    expires_at: formatTime(pending.expiresAtMs),
  };
}
