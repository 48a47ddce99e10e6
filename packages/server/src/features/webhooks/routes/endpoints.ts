import {
  pageQuerySchema,
  webhookCreateRequestSchema,
  webhookRotateRequestSchema,
  webhookUpdateRequestSchema,
} from '@avow/contract';
import type { EndpointId } from '@avow/foundation';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { sendDeleted, sendEntry } from '../../content/routes/content-route.ts';
import type { WebhookEndpoint } from '../webhook-store.ts';
import { endpointToWire } from '../webhook-wire.ts';
import { callerOf, placeOf, type WebhookRoutesParts } from './webhook-route.ts';

/** `POST /v1/webhook-endpoints` */
export function createWebhookEndpoint({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const given = validate(webhookCreateRequestSchema, request.body);
    const { endpoint, secret } = await webhooks.create(tenantId, given, callerOf(request));
    reply.code(201).header('location', `/v1/webhook-endpoints/${endpoint.endpointId}`);
    return sendEntry(reply, { ...endpointToWire(endpoint), secret });
  };
}

/** `GET /v1/webhook-endpoints` */
export function listWebhookEndpoints({ webhooks, cursors }: WebhookRoutesParts): Handler {
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
export function getWebhookEndpoint({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    return sendEntry(reply, endpointToWire(await webhooks.get(tenantId, endpointId)));
  };
}

/** `PATCH /v1/webhook-endpoints/{endpoint_id}` */
export function updateWebhookEndpoint({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const given = validate(webhookUpdateRequestSchema, request.body);
    const endpoint = await webhooks.update(tenantId, endpointId, { given, caller: callerOf(request) });
    return sendEntry(reply, endpointToWire(endpoint));
  };
}

/** `DELETE /v1/webhook-endpoints/{endpoint_id}` */
export function deleteWebhookEndpoint({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    await webhooks.delete(tenantId, endpointId, principalOf(request).callerId);
    return sendDeleted(reply, true);
  };
}

/** `POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret` */
export function rotateWebhookSecret({ webhooks }: WebhookRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, endpointId } = placeOf(request);
    const { overlap_hours: overlapHours } = validateOptional(webhookRotateRequestSchema, request.body);
    const options = { overlapHours, by: principalOf(request).callerId };
    const { endpoint, secret } = await webhooks.rotateSecret(tenantId, endpointId, options);
    return sendEntry(reply, { ...endpointToWire(endpoint), secret });
  };
}
