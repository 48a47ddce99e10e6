import type { EndpointId, TenantId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { idOf } from '../../content/routes/content-route.ts';
import type { WebhookCaller, Webhooks } from '../webhooks.ts';

export interface WebhookRoutesParts {
  readonly webhooks: Webhooks;
  readonly cursors: Cursors;
}

/** The tenant and the endpoint of a request. */
export function placeOf(request: FastifyRequest): { tenantId: TenantId; endpointId: EndpointId } {
  return { tenantId: principalOf(request).tenantId, endpointId: idOf(request, 'endpoint_id', 'whe') };
}

export function callerOf(request: FastifyRequest): WebhookCaller {
  const { callerId, scopes } = principalOf(request);
  return { actor: callerId, mayReadMessages: scopes.has('messages:read') };
}
