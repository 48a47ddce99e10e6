import { type Notification, notificationRequestSchema, type VisitorOptions } from '@avow/contract/visitors';
import { AppError, suffixOf, type ThreadId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate } from '../../../http/validate.ts';
import type { Handovers } from '../handovers.ts';
import type { Visitors } from '../visitors.ts';

export interface VisitorRoutes {
  readonly visitors: Visitors;
  readonly handovers: Handovers;
}

function threadIdOf(request: FastifyRequest): ThreadId {
  const { thread_id: id } = request.params as { readonly thread_id: string };
  const suffix = suffixOf(id, ['thr']);
  if (suffix === null) throw new AppError('not_found');
  return `thr_${suffix}`;
}

/** The handlers of what those who ask have beside an answer. */
export function visitorHandlers({ visitors, handovers }: VisitorRoutes) {
  return {
    /** `GET /v1/threads/{thread_id}/conversation` */
    getConversation: async (request, reply) => {
      const reader = { groups: readerGroupsOf(request), visitorId: request.visitorId };
      const threadId = threadIdOf(request);
      const conversation = await visitors.readConversation(principalOf(request).tenantId, threadId, reader);
      return sendPrivateJson(reply, JSON.stringify(conversation));
    },

    /** `GET /v1/visitor-options` */
    getVisitorOptions: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const handover = await handovers.readSettingsOf(tenantId, callerId);
      const options: VisitorOptions = { email_answers: visitors.options.emailAnswers, handover };
      return sendPrivateJson(reply, JSON.stringify(options));
    },

    /** `POST /v1/messages/{message_id}/notification` */
    notifyByEmail: async (request, reply) => {
      const messageId = messageIdOf(request);
      const { email } = validate(notificationRequestSchema, request.body);
      await visitors.notifyByEmail(principalOf(request).tenantId, messageId, email);
      const kept: Notification = { message_id: messageId, notification: 'email' };
      return sendPrivateJson(reply, JSON.stringify(kept));
    },
  } satisfies Handlers;
}
