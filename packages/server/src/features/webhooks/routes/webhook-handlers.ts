import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import {
  listWebhookDeliveries,
  redeliverDeadWebhooks,
  redeliverWebhook,
  testWebhookEndpoint,
} from './deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './endpoints.ts';
import type { WebhookRoutesParts } from './webhook-route.ts';

/** The handlers of the operations on webhooks, by their ids. */
export function webhookHandlers(parts: WebhookRoutesParts) {
  return {
    createWebhookEndpoint: createWebhookEndpoint(parts),
    listWebhookEndpoints: listWebhookEndpoints(parts),
    getWebhookEndpoint: getWebhookEndpoint(parts),
    updateWebhookEndpoint: updateWebhookEndpoint(parts),
    deleteWebhookEndpoint: deleteWebhookEndpoint(parts),
    rotateWebhookSecret: rotateWebhookSecret(parts),
    testWebhookEndpoint: testWebhookEndpoint(parts),
    listWebhookDeliveries: listWebhookDeliveries(parts),
    redeliverWebhook: redeliverWebhook(parts),
    redeliverDeadWebhooks: redeliverDeadWebhooks(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
