import {
  type ReviewAssignmentEntry,
  type ReviewDecisionEntry,
  type ReviewNoteEntry,
  type ReviewNoticesEntry,
  reviewAssignmentRequestSchema,
  reviewDecisionListQuerySchema,
  reviewFiguresQuerySchema,
  reviewNoteRequestSchema,
  reviewNoticesRequestSchema,
} from '@avow/contract/review';
import { formatTime } from '@avow/contract/values';
import { AppError, type MessageId, type UserId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendListPage } from '../../../http/send-page.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import type { DecisionPlace, ReviewNote } from '../review-store.ts';
import type { DecisionWithContent, NoticesOfPerson, ReviewWork } from '../review-work.ts';

export interface ReviewWorkRoutes {
  readonly reviewWork: ReviewWork;
  readonly cursors: Cursors;
}

/** The handlers of the operations on who works on reviews, and on what was decided. */
export function reviewWorkHandlers({ reviewWork, cursors }: ReviewWorkRoutes) {
  return {
    /** `PUT /v1/review/{message_id}/assignment` */
    assignReview: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { assigned_to: given, ...rest } = validate(reviewAssignmentRequestSchema, request.body);
      const messageId = messageIdOf(request);
      const to = given === 'me' ? callerId : given;
      const { assignedTo, assignedAtMs } = await reviewWork.assign(tenantId, messageId, {
        ...{ ...rest, to, by: callerId },
      });
      const entry: ReviewAssignmentEntry = {
        message_id: messageId,
        assigned_to: assignedTo,
        assigned_at: assignedAtMs === null ? null : formatTime(assignedAtMs),
      };
      return sendPrivateJson(reply, JSON.stringify(entry));
    },

    /** `GET /v1/review/{message_id}/notes` */
    listReviewNotes: async (request, reply) => {
      const notes = await reviewWork.listNotes(principalOf(request).tenantId, messageIdOf(request));
      const page = { data: notes.map(noteToWire), has_more: false, next_cursor: null };
      return sendPrivateJson(reply, JSON.stringify(page));
    },

    /** `POST /v1/review/{message_id}/notes` */
    addReviewNote: async (request, reply) => {
      const { tenantId, callerId: author } = principalOf(request);
      const { text } = validate(reviewNoteRequestSchema, request.body);
      const note = await reviewWork.addNote(tenantId, messageIdOf(request), { text, author });
      return sendPrivateJson(reply.code(201), JSON.stringify(noteToWire(note)));
    },

    /** `GET /v1/review/{message_id}/sources` */
    listReviewSources: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const data = await reviewWork.readSources(tenantId, messageIdOf(request), readerGroupsOf(request));
      return sendPrivateJson(reply, JSON.stringify({ data }));
    },

    /** `GET /v1/review-decisions` */
    listReviewDecisions: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const {
        outcome = null,
        decided_by: by = null,
        ...page
      } = validateParameters(reviewDecisionListQuerySchema, request.query);
      const decidedBy = by === 'me' ? callerId : by;
      const readableBy = readerGroupsOf(request);
      return await sendListPage({ cursors }, request, reply, page, {
        name: ['review decisions', outcome ?? '', decidedBy ?? ''],
        read: (place, limit) =>
          reviewWork.listDecisions(tenantId, {
            ...{ filter: { outcome, decidedBy }, readableBy, limit },
            before: place === null ? null : placeFrom(place),
          }),
        placeOf: ({ decidedAtMs, messageId }) => `${decidedAtMs} ${messageId}`,
        toWire: decisionToWire,
      });
    },

    /** `GET /v1/review-figures` */
    getReviewFigures: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { days } = validateParameters(reviewFiguresQuerySchema, request.query);
      const reader = { callerId, readableBy: readerGroupsOf(request) };
      return sendPrivateJson(reply, JSON.stringify(await reviewWork.figures(tenantId, reader, days)));
    },

    /** `GET /v1/review-notices` */
    getReviewNotices: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const notices = await reviewWork.readNotices(tenantId, personOf(request));
      return sendPrivateJson(reply, JSON.stringify(noticesToWire(notices)));
    },

    /** `PUT /v1/review-notices` */
    setReviewNotices: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const userId = personOf(request);
      const given = validate(reviewNoticesRequestSchema, request.body);
      const notices = await reviewWork.setNotices(tenantId, userId, given);
      return sendPrivateJson(reply, JSON.stringify(noticesToWire(notices)));
    },

    /** `GET /v1/reviewers` */
    listReviewers: async (request, reply) => {
      const found = await reviewWork.listReviewers(principalOf(request).tenantId);
      const data = found.map(({ userId, name }) => ({ user_id: userId, name }));
      return sendPrivateJson(reply, JSON.stringify({ data }));
    },
  } satisfies Handlers;
}

/** Who is sent mail: a key has no address. */
function personOf(request: FastifyRequest): UserId {
  const { callerId } = principalOf(request);
  if (!callerId.startsWith('usr_')) throw new AppError('session_required');
  return callerId as UserId;
}

function noticesToWire({ canMail, ...notices }: NoticesOfPerson): ReviewNoticesEntry {
  return { ...notices, email_available: canMail };
}

/** Only what `placeOf` wrote is ever in a cursor. */
function placeFrom(text: string): DecisionPlace {
  const [decidedAtMs = '', messageId = ''] = text.split(' ');
  return { decidedAtMs: Number(decidedAtMs), messageId: messageId as MessageId };
}

function noteToWire({ text, author, createdAtMs }: ReviewNote): ReviewNoteEntry {
  return { text, created_by: author, created_at: formatTime(createdAtMs) };
}

function decisionToWire({ content, ...decision }: DecisionWithContent): ReviewDecisionEntry {
  const { decidedAtMs, pendingSinceMs } = decision;
  return {
    message_id: decision.messageId,
    outcome: decision.outcome,
    decided_by: decision.decidedBy,
    decided_at: formatTime(decidedAtMs),
    pending_since: formatTime(pendingSinceMs),
    pending_ms: Math.max(0, decidedAtMs - pendingSinceMs),
    question: content?.question ?? null,
    answer: content?.answer ?? null,
    reason: content?.reason ?? null,
    comment: content?.comment ?? null,
  };
}
