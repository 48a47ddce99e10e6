/** Endpoints that receive events, and what was delivered to them. */

// Endpoints.

export {
  type WebhookCreateRequest,
  type WebhookEndpointEntry,
  type WebhookUpdateRequest,
  webhookCreateRequestSchema,
  webhookLimits,
  webhookRotateRequestSchema,
  webhookUpdateRequestSchema,
} from './webhooks/webhook.ts';

// Events and deliveries.

export {
  type WebhookEventType,
  type WebhookFormat,
  webhookDeliveryStatuses,
  webhookEventTypes,
  webhookFormats,
} from './values/enumerations.ts';
export {
  type WebhookDeliveryEntry,
  webhookDeliveryListQuerySchema,
  webhookRedeliverRequestSchema,
} from './webhooks/webhook.ts';
