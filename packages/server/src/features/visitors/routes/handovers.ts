import { emptyRequestSchema } from '@avow/contract';
import {
  handoverListQuerySchema,
  handoverReplySchema,
  handoverRequestSchema,
  handoverSettingsRequestSchema,
} from '@avow/contract/visitors';
import type { MessageId } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendListPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { type HandoverInContext, type Handovers, handoverToWire } from '../handovers.ts';

export interface HandoverRoutes {
  readonly handovers: Handovers;
  readonly cursors: Cursors;
}

const sendHandover = (request: FastifyRequest, reply: FastifyReply, found: HandoverInContext) =>
  sendPrivateJson(reply, JSON.stringify(handoverToWire(found, request.visitorId !== null)));

/** The handlers of the operations on one handover, which is named by its message. */
export function handoverHandlers({ handovers }: Pick<HandoverRoutes, 'handovers'>) {
  return {
    /** `POST /v1/messages/{message_id}/handover` */
    requestHandover: async (request, reply) => {
      const messageId = messageIdOf(request);
      const { text = null, email = null } = validate(handoverRequestSchema, request.body);
      const { tenantId, callerId } = principalOf(request);
      const requested = await handovers.request(tenantId, messageId, { text, email, callerId });
      return sendHandover(request, reply, requested);
    },

    /** `GET /v1/messages/{message_id}/handover` */
    getHandover: async (request, reply) =>
      sendHandover(request, reply, await handovers.get(principalOf(request).tenantId, messageIdOf(request))),

    /** `POST /v1/messages/{message_id}/handover/replies` */
    replyToHandover: async (request, reply) => {
      const messageId = messageIdOf(request);
      const { text, name = null, close } = validate(handoverReplySchema, request.body);
      const { tenantId, callerId } = principalOf(request);
      const replied = await handovers.reply(tenantId, messageId, { text, name, close, callerId });
      return sendHandover(request, reply, replied);
    },

    /** `POST /v1/messages/{message_id}/handover/close` */
    closeHandover: async (request, reply) => {
      validateOptional(emptyRequestSchema, request.body);
      const closed = await handovers.close(principalOf(request).tenantId, messageIdOf(request));
      return sendHandover(request, reply, closed);
    },
  } satisfies Handlers;
}

/** The handlers of the list of handovers, and of the settings. */
export function handoverListHandlers({ handovers, cursors }: HandoverRoutes) {
  return {
    /** `GET /v1/handovers` */
    listHandovers: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const { state, ...page } = validateParameters(handoverListQuerySchema, request.query);
      const filter = { readableBy: readerGroupsOf(request), ...(state === undefined ? {} : { state }) };
      return await sendListPage({ cursors }, request, reply, page, {
        name: ['handovers', state ?? ''],
        read: (place, limit) =>
          handovers.list(tenantId, filter, { before: place as MessageId | null, limit }),
        placeOf: ({ handover }) => handover.messageId,
        toWire: (found) => handoverToWire(found, false),
      });
    },

    /** `GET /v1/handover-settings` */
    getHandoverSettings: async (request, reply) =>
      sendPrivateJson(reply, JSON.stringify(await handovers.readSettings(principalOf(request).tenantId))),

    /** `PUT /v1/handover-settings` */
    replaceHandoverSettings: async (request, reply) => {
      const settings = validate(handoverSettingsRequestSchema, request.body);
      const { tenantId, callerId } = principalOf(request);
      await handovers.replaceSettings(tenantId, settings, callerId);
      return sendPrivateJson(reply, JSON.stringify(settings));
    },
  } satisfies Handlers;
}
