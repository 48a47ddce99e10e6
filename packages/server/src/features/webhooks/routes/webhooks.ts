import {
  emptyRequestSchema,
  type OperationId,
  pageQuerySchema,
  webhookCreateRequestSchema,
  webhookDeliveryListQuerySchema,
  webhookRedeliverRequestSchema,
  webhookRotateRequestSchema,
  webhookUpdateRequestSchema,
} from '@avow/contract';
import type { EndpointId, TenantId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handler } from '../../../http/handler.ts';
import { idOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../webhook-store.ts';
import { deliveryToWire, endpointToWire } from '../webhook-wire.ts';
import type { WebhookCaller, Webhooks } from '../webhooks.ts';

export interface WebhookRoutes {
  readonly webhooks: Webhooks;
  readonly cursors: Cursors;
}

/** The tenant and the endpoint of a request. */
function placeOf(request: FastifyRequest): { tenantId: TenantId; endpointId: EndpointId } {
  return { tenantId: principalOf(request).tenantId, endpointId: idOf(request, 'endpoint_id', 'whe') };
}

function callerOf(request: FastifyRequest): WebhookCaller {
  const { callerId, scopes } = principalOf(request);
  return { actor: callerId, mayReadMessages: scopes.has('messages:read') };
}

/** The handlers of the operations on webhooks, by their ids. */
export function webhookHandlers(routes: WebhookRoutes) {
  return {
    createWebhookEndpoint: createWebhookEndpoint(routes),
    listWebhookEndpoints: listWebhookEndpoints(routes),
    getWebhookEndpoint: getWebhookEndpoint(routes),
    updateWebhookEndpoint: updateWebhookEndpoint(routes),
    deleteWebhookEndpoint: deleteWebhookEndpoint(routes),
    rotateWebhookSecret: rotateWebhookSecret(routes),
    testWebhookEndpoint: testWebhookEndpoint(routes),
    listWebhookDeliveries: listWebhookDeliveries(routes),
    redeliverWebhook: redeliverWebhook(routes),
    redeliverDeadWebhooks: redeliverDeadWebhooks(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

/** `POST /v1/webhook-endpoints` */
function createWebhookEndpoint({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const given = validate(webhookCreateRequestSchema, request.body);
    const { endpoint, secret } = await webhooks.create(tenantId, given, callerOf(request));
    reply.code(201).header('location', `/v1/webhook-endpoints/${endpoint.endpointId}`);
    return sendEntry(reply, { ...endpointToWire(endpoint), secret });
  };
}

/** `GET /v1/webhook-endpoints` */
function listWebhookEndpoints({ webhooks, cursors }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: 'webhook endpoints' };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as EndpointId);
    const found = await webhooks.list(tenantId, { before, limit: limit + 1 });
    const lastOf = ({ endpointId }: WebhookEndpoint) => endpointId;
    return await sendPage(reply, cursors, { list, limit, found, placeOf: lastOf, toWire: endpointToWire });
  };
}

/** `GET /v1/webhook-endpoints/{endpoint_id}` */
function getWebhookEndpoint({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    return sendEntry(reply, endpointToWire(await webhooks.get(tenantId, endpointId)));
  };
}

/** `PATCH /v1/webhook-endpoints/{endpoint_id}` */
function updateWebhookEndpoint({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const given = validate(webhookUpdateRequestSchema, request.body);
    const endpoint = await webhooks.update(tenantId, endpointId, { given, caller: callerOf(request) });
    return sendEntry(reply, endpointToWire(endpoint));
  };
}

/** `DELETE /v1/webhook-endpoints/{endpoint_id}` */
function deleteWebhookEndpoint({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    await webhooks.delete(tenantId, endpointId, principalOf(request).callerId);
    return sendDeleted(reply, true);
  };
}

/** `POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret` */
function rotateWebhookSecret({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const { overlap_hours: overlapHours } = validateOptional(webhookRotateRequestSchema, request.body);
    const options = { overlapHours, by: principalOf(request).callerId };
    const { endpoint, secret } = await webhooks.rotateSecret(tenantId, endpointId, options);
    return sendEntry(reply, { ...endpointToWire(endpoint), secret });
  };
}

/** `POST /v1/webhook-endpoints/{endpoint_id}/test` */
function testWebhookEndpoint({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    validateOptional(emptyRequestSchema, request.body);
    return sendEntry(reply.code(202), deliveryToWire(await webhooks.test(tenantId, endpointId)));
  };
}

/** `GET /v1/webhook-endpoints/{endpoint_id}/deliveries` */
function listWebhookDeliveries({ webhooks, cursors }: WebhookRoutes): Handler {
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
function redeliverWebhook({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const eventId = idOf(request, 'event_id', 'evt');
    validateOptional(emptyRequestSchema, request.body);
    const delivery = await webhooks.redeliver(tenantId, endpointId, eventId);
    return sendEntry(reply.code(202), deliveryToWire(delivery));
  };
}

/** `POST /v1/webhook-endpoints/{endpoint_id}/redeliver` */
function redeliverDeadWebhooks({ webhooks }: WebhookRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const { since } = validateOptional(webhookRedeliverRequestSchema, request.body);
    const sinceMs = since === undefined ? 0 : Date.parse(since);
    const { redelivered, hasMore } = await webhooks.redeliverDead(tenantId, endpointId, sinceMs);
    return sendEntry(reply.code(202), { redelivered, has_more: hasMore });
  };
}
