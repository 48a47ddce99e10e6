import { type PendingReviewEntry, reviewListQuerySchema, reviewRequestSchema } from '@avow/contract/review';
import { formatTime } from '@avow/contract/values';
import { AppError, type MessageId, type TenantId } from '@avow/foundation';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendListPage } from '../../../http/send-page.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import { explanationOf } from '../../records/records.ts';
import type { PendingReview, Reviews } from '../review.ts';
import type { ReviewState } from '../review-store.ts';
import { type ReviewWorkRoutes, reviewWorkHandlers } from './review-work.ts';

export interface ReviewRoutes extends ReviewWorkRoutes {
  readonly reviews: Reviews;
}

/** The handlers of the operations on answers pending review. */
export function reviewHandlers(routes: ReviewRoutes) {
  const { reviews, reviewWork, cursors } = routes;
  async function withStates(tenantId: TenantId, found: readonly PendingReview[]) {
    const states = await reviewWork.statesOf(
      tenantId,
      found.map(({ messageId }) => messageId),
    );
    const { overdueAfterMs } = reviewWork;
    return found.map((pending) => ({ pending, state: states.get(pending.messageId), overdueAfterMs }));
  }
  return {
    ...reviewWorkHandlers(routes),
    /** `GET /v1/review` */
    listPendingReviews: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { assigned_to: given, ...page } = validateParameters(reviewListQuerySchema, request.query);
      const assignedTo = given === 'me' ? callerId : given === 'nobody' ? null : given;
      return await sendListPage({ cursors }, request, reply, page, {
        name: ['review', ...(assignedTo === undefined ? [] : [assignedTo ?? ''])],
        async read(place, limit) {
          const found = await reviews.list(tenantId, {
            ...{ after: place as MessageId | null, limit, readableBy: readerGroupsOf(request) },
            ...(assignedTo === undefined ? {} : { assignedTo }),
          });
          return await withStates(tenantId, found);
        },
        placeOf: ({ pending }) => pending.messageId,
        toWire: pendingToWire,
      });
    },

    /** `GET /v1/review/{message_id}` */
    getPendingReview: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const pending = await reviews.get(tenantId, messageIdOf(request));
      if (pending === null) throw new AppError('not_found');
      const entries = (await withStates(tenantId, [pending])).map(pendingToWire);
      return sendPrivateJson(reply, JSON.stringify(entries[0]));
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

interface WorkedOn {
  readonly pending: PendingReview;
  /** Undefined: it was decided a moment ago. */
  readonly state: ReviewState | undefined;
  readonly overdueAfterMs: number;
}

function pendingToWire({ pending, state, overdueAfterMs }: WorkedOn): PendingReviewEntry {
  const { response } = pending;
  const assignedAtMs = state?.assignedAtMs ?? null;
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
    assigned_to: state?.assignedTo ?? null,
    assigned_at: assignedAtMs === null ? null : formatTime(assignedAtMs),
    is_overdue: pending.waitingMs >= overdueAfterMs,
    note_count: state?.noteCount ?? 0,
  };
}
