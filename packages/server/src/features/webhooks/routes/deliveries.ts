import {
  emptyRequestSchema,
  webhookDeliveryListQuerySchema,
  webhookRedeliverRequestSchema,
} from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validateOptional, validateParameters } from '../../../http/validate.ts';
import { idOf, sendEntry } from '../../content/routes/content-route.ts';
import type { WebhookDelivery } from '../webhook-store.ts';
import { deliveryToWire } from '../webhook-wire.ts';
import { placeOf, type WebhookRoutesParts } from './webhook-route.ts';

/** `POST /v1/webhook-endpoints/{endpoint_id}/test` */
export function testWebhookEndpoint({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    validateOptional(emptyRequestSchema, request.body);
    return sendEntry(reply.code(202), deliveryToWire(await webhooks.test(tenantId, endpointId)));
  };
}

/** `GET /v1/webhook-endpoints/{endpoint_id}/deliveries` */
export function listWebhookDeliveries({ webhooks, cursors }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const {
      limit,
      cursor,
      status = null,
    } = validateParameters(webhookDeliveryListQuerySchema, request.query);
    const list = { tenantId, filter: JSON.stringify(['deliveries', endpointId, status]) };
    const before = cursor === undefined ? null : Number(cursors.read(cursor, list));
    const options = { status, before, limit: limit + 1 };
    const found = await webhooks.listDeliveries(tenantId, endpointId, options);
    const lastOf = ({ seq }: WebhookDelivery) => String(seq);
    return await sendPage(reply, cursors, { list, limit, found, placeOf: lastOf, toWire: deliveryToWire });
  };
}

/** `POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{event_id}/redeliver` */
export function redeliverWebhook({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const eventId = idOf(request, 'event_id', 'evt');
    validateOptional(emptyRequestSchema, request.body);
    const delivery = await webhooks.redeliver(tenantId, endpointId, eventId);
    return sendEntry(reply.code(202), deliveryToWire(delivery));
  };
}

/** `POST /v1/webhook-endpoints/{endpoint_id}/redeliver` */
export function redeliverDeadWebhooks({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const { since } = validateOptional(webhookRedeliverRequestSchema, request.body);
    const sinceMs = since === undefined ? 0 : Date.parse(since);
    const { redelivered, hasMore } = await webhooks.redeliverDead(tenantId, endpointId, sinceMs);
    return sendEntry(reply.code(202), { redelivered, has_more: hasMore });
  };
}
