import {
  formatTime,
  type HeldAnswerEntry,
  type OperationId,
  reviewListQuerySchema,
  reviewRequestSchema,
} from '@avow/contract';
import { explanationOf } from '../../audit/message.ts';
import { AppError } from '../../errors/app-error.ts';
import type { MessageId } from '../../interfaces/identity.ts';
import type { HeldAnswer, Reviews } from '../../interfaces/reviews.ts';
import type { Cursors } from '../cursor.ts';
import type { Handler } from '../handler.ts';
import { messageIdOf } from '../message-id-of.ts';
import { principalOf } from '../request-facts.ts';
import { sendPrivateJson } from '../send-json.ts';
import { sendPage } from '../send-page.ts';
import { validate, validateParameters } from '../validate.ts';

interface ReviewRoutesParts {
  readonly reviews: Reviews;
  readonly cursors: Cursors;
}

/** `GET /v1/review` */
function listReview({ reviews, cursors }: ReviewRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { cursor, limit } = validateParameters(reviewListQuerySchema, request.query);
    const list = { tenantId, filter: 'review' };
    const after = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
    const found = await reviews.list(tenantId, { after, limit: limit + 1 });
    return await sendPage(reply, cursors, {
      ...{ list, limit, found, toWire: heldToWire },
      placeOf: ({ messageId }) => messageId,
    });
  };
}

/** `GET /v1/review/{message_id}` */
function getReview({ reviews }: ReviewRoutesParts): Handler {
  return async (request, reply) => {
    const held = await reviews.get(principalOf(request).tenantId, messageIdOf(request));
    if (held === null) throw new AppError('not_found');
    return sendPrivateJson(reply, JSON.stringify(heldToWire(held)));
  };
}

/** `POST /v1/review/{message_id}` */
function decideReview({ reviews }: ReviewRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, keyId } = principalOf(request);
    const { decision, reason = null, comment = null } = validate(reviewRequestSchema, request.body);
    const decided = { decision, reason, comment, keyId };
    const response = await reviews.decide(tenantId, messageIdOf(request), decided);
    if (response === null) throw new AppError('not_found');
    return sendPrivateJson(reply, JSON.stringify(response));
  };
}

/** The handlers of the operations on answers that wait for a person, by their ids. */
export function reviewHandlers(parts: ReviewRoutesParts) {
  return {
    listReview: listReview(parts),
    getReview: getReview(parts),
    decideReview: decideReview(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

function heldToWire(held: HeldAnswer): HeldAnswerEntry {
  const { response } = held;
  return {
    message_id: held.messageId,
    thread_id: response.thread_id,
    question: held.question,
    refined_question: held.refinedQuestion,
    answer: response.answer,
    answer_format: response.agent_context.answer_format,
    citations: response.citations,
    source_type: response.source_type,
    confidence: response.confidence,
    confidence_explanation: held.scored === null ? null : explanationOf(held.scored),
    guardrails: response.guardrails,
    channel_type: held.channelType,
    end_user_id: held.endUserId,
    created_at: response.created_at,
    held_at: formatTime(held.heldAtMs),
    waiting_ms: held.waitingMs,
    expires_at: formatTime(held.expiresAtMs),
  };
}
