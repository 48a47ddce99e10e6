import { emptyRequestSchema, visitorTokenHeader } from '@avow/contract';
import {
  acceptFeedbackRequestSchema,
  feedbackListQuerySchema,
  feedbackRequestSchema,
} from '@avow/contract/feedback';
import { AppError, suffixOf } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { Feedback, FeedbackId } from '../feedback-store.ts';
import type { FeedbackRoutes } from './feedback-route.ts';
import { feedbackToWire } from './feedback-wire.ts';

/** Unknown ids, malformed ids and those of other tenants get the same answer. */
function feedbackIdOf(request: FastifyRequest): FeedbackId {
  const { feedback_id: id } = request.params as { feedback_id: string };
  const suffix = suffixOf(id, ['fbk']);
  if (suffix === null) throw new AppError('not_found');
  return `fbk_${suffix}`;
}

function sendFeedback(
  reply: FastifyReply,
  settled: { readonly feedback: Feedback; readonly isReplaced: boolean | null } | null,
): FastifyReply {
  if (settled === null) throw new AppError('not_found');
  return sendPrivateJson(reply, JSON.stringify(feedbackToWire(settled.feedback, settled.isReplaced)));
}

/** Strangers say what they think of an answer; what to answer instead is for people who are known. */
function refuseOfVisitors(body: z.output<typeof feedbackRequestSchema>): void {
  const names = ['better_answer', 'content_pack_id', 'end_user_id'] as const;
  const errors = names
    .filter((name) => body[name] !== undefined)
    .map((name) => ({
      ...{ pointer: `/${name}`, code: 'invalid_value', message: 'Not with a publishable key' },
    }));
  if (errors.length > 0)
    throw new AppError('validation_failed', { detail: 'The body is not valid for this caller.', errors });
}

/** The handlers of what people say of answers. */
export function givenFeedbackHandlers({ feedbackOperations, cursors }: FeedbackRoutes) {
  return {
    /** `POST /v1/messages/{message_id}/feedback` */
    giveFeedback: async (request, reply) => {
      const { tenantId, callerId, scopes } = principalOf(request);
      const messageId = messageIdOf(request);
      const body = validate(feedbackRequestSchema, request.body);
      const { visitorId } = request;
      if (visitorId !== null) refuseOfVisitors(body);
      const given = await feedbackOperations.submitFeedback(tenantId, messageId, {
        verdict: body.verdict,
        reason: body.reason ?? null,
        comment: body.comment ?? null,
        betterAnswer: body.better_answer ?? null,
        packId: body.content_pack_id ?? null,
        endUserId: visitorId ?? body.end_user_id ?? null,
        callerId,
        // Also if a service of the tenant's own passes on what a visitor says.
        isFromVisitor: visitorId !== null || request.headers[visitorTokenHeader.toLowerCase()] !== undefined,
        mayManageContent: scopes.has('content:manage'),
      });
      if (given?.isNew) reply.code(201);
      return sendFeedback(reply, given);
    },

    /** `GET /v1/messages/{message_id}/feedback` */
    listMessageFeedback: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const all = await feedbackOperations.listFeedbackOf(tenantId, messageIdOf(request));
      if (all === null) throw new AppError('not_found');
      const page = {
        data: all.map((feedback) => feedbackToWire(feedback)),
        has_more: false,
        next_cursor: null,
      };
      return sendPrivateJson(reply, JSON.stringify(page));
    },

    /** `GET /v1/feedback` */
    listFeedback: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const { limit, cursor, ...filter } = validateParameters(feedbackListQuerySchema, request.query);
      if (filter.state !== undefined && filter.proposal !== undefined) {
        const errors = [{ pointer: '/proposal', code: 'invalid_value', message: 'Not together with state' }];
        throw new AppError('validation_failed', { errors });
      }
      const named = ['feedback', filter.verdict ?? null, filter.proposal ?? null, filter.state ?? null];
      const list = { tenantId, filter: JSON.stringify(named) };
      const before = cursor === undefined ? null : (cursors.read(cursor, list) as FeedbackId);
      const found = await feedbackOperations.listFeedback(
        tenantId,
        { ...filter, readableBy: readerGroupsOf(request) },
        { before, limit: limit + 1 },
      );
      return await sendPage(reply, cursors, {
        ...{ list, limit, found },
        placeOf: ({ feedbackId }) => feedbackId,
        toWire: ({ question, answer, cited, ...feedback }) => ({
          ...feedbackToWire(feedback),
          ...{ question, answer },
          cited: cited.map(({ packId, documentId }) => ({
            content_pack_id: packId,
            document_id: documentId,
          })),
        }),
      });
    },
  } satisfies Handlers;
}

/** The handlers of better answers. */
export function proposalHandlers({ feedbackOperations }: Pick<FeedbackRoutes, 'feedbackOperations'>) {
  return {
    /** `POST /v1/feedback/{feedback_id}/accept` */
    acceptFeedback: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const feedbackId = feedbackIdOf(request);
      const {
        content_pack_id: packId,
        qna_id: curatedId,
        ...rest
      } = validateOptional(acceptFeedbackRequestSchema, request.body);
      const accepted = {
        ...rest,
        ...(packId === undefined ? {} : { packId }),
        ...(curatedId === undefined ? {} : { curatedId }),
        readableBy: readerGroupsOf(request),
      };
      return sendFeedback(reply, await feedbackOperations.acceptProposal(tenantId, feedbackId, accepted));
    },

    /** `POST /v1/feedback/{feedback_id}/dismiss` */
    dismissFeedback: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const feedbackId = feedbackIdOf(request);
      validateOptional(emptyRequestSchema, request.body);
      const feedback = await feedbackOperations.dismissProposal(tenantId, feedbackId, {
        readableBy: readerGroupsOf(request),
      });
      return sendFeedback(reply, feedback === null ? null : { feedback, isReplaced: null });
    },
  } satisfies Handlers;
}
