import { creating, deletedResponse, jsonResponse, operationGroup } from '../api/operation.ts';
import { emptyRequestSchema, pageQuerySchema } from '../content/pack.ts';
import {
  webhookCreateRequestSchema,
  webhookDeliveryListQuerySchema,
  webhookDeliveryPageSchema,
  webhookDeliveryParamsSchema,
  webhookDeliverySchema,
  webhookEndpointPageSchema,
  webhookEndpointSchema,
  webhookLimits,
  webhookParamsSchema,
  webhookRedeliveredSchema,
  webhookRedeliverRequestSchema,
  webhookRotateRequestSchema,
  webhookSecretSchema,
  webhookUpdateRequestSchema,
} from './webhook.ts';

const path = '/v1/webhook-endpoints';
const endpointPath = `${path}/{endpoint_id}`;

const webhookOperation = operationGroup({ tag: 'webhooks', scope: 'webhooks:manage', limit: 'audit' });

/** Endpoints that events of a tenant are sent to, and the deliveries to them. */
export const webhookOperations = {
  createWebhookEndpoint: creating(
    webhookOperation({
      operationId: 'createWebhookEndpoint',
      method: 'POST',
      path,
      summary: 'Create a webhook endpoint',
      description: `Events from now on are sent to its URL, signed as Standard Webhooks defines, at least once. The response contains the secret, which is never shown again. A tenant can have ${webhookLimits.endpointsMax} endpoints; another one is refused with \`invalid_state\`.`,
      request: { body: webhookCreateRequestSchema },
      responses: { 201: jsonResponse('The endpoint and its secret.', webhookSecretSchema, ['Location']) },
      problems: ['invalid_state'],
    }),
    'secret',
  ),
  listWebhookEndpoints: webhookOperation({
    operationId: 'listWebhookEndpoints',
    method: 'GET',
    path,
    summary: 'List webhook endpoints',
    description: 'Newest first, without their secrets.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of endpoints.', webhookEndpointPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getWebhookEndpoint: webhookOperation({
    operationId: 'getWebhookEndpoint',
    method: 'GET',
    path: endpointPath,
    summary: 'Read a webhook endpoint',
    description: 'Returns its settings and whether it is failing, without its secret.',
    request: { params: webhookParamsSchema },
    responses: { 200: jsonResponse('The endpoint.', webhookEndpointSchema) },
    problems: ['not_found'],
  }),
  updateWebhookEndpoint: webhookOperation({
    operationId: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: endpointPath,
    summary: 'Change a webhook endpoint',
    description:
      'Changes the given fields only. To change the URL of an endpoint that includes content, the key needs `messages:read` as well. An endpoint that the service disabled is enabled with `status`.',
    request: { params: webhookParamsSchema, body: webhookUpdateRequestSchema },
    responses: { 200: jsonResponse('The endpoint.', webhookEndpointSchema) },
    problems: ['not_found'],
  }),
  deleteWebhookEndpoint: webhookOperation({
    operationId: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: endpointPath,
    summary: 'Delete a webhook endpoint',
    description: 'Deletes it with its secret and its deliveries. Nothing more is sent to it.',
    request: { params: webhookParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
  rotateWebhookSecret: creating(
    webhookOperation({
      operationId: 'rotateWebhookSecret',
      method: 'POST',
      path: `${endpointPath}/rotate-secret`,
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Returns a new secret, which is never shown again. During the overlap, events carry two signatures, so that either secret verifies them.',
      request: { params: webhookParamsSchema, body: webhookRotateRequestSchema, bodyOptional: true },
      responses: { 200: jsonResponse('The endpoint and its new secret.', webhookSecretSchema) },
      problems: ['not_found'],
    }),
    'secret',
  ),
  testWebhookEndpoint: webhookOperation({
    operationId: 'testWebhookEndpoint',
    method: 'POST',
    path: `${endpointPath}/test`,
    summary: 'Send a test event',
    description:
      'Queues the event `webhook.test` for this endpoint, whichever types it wants. There is one attempt: list the deliveries to see how it ended.',
    request: { params: webhookParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 202: jsonResponse('The queued delivery.', webhookDeliverySchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  listWebhookDeliveries: webhookOperation({
    operationId: 'listWebhookDeliveries',
    method: 'GET',
    path: `${endpointPath}/deliveries`,
    summary: 'List deliveries',
    description: 'Deliveries to the endpoint, newest first. They are kept for seven days after their event.',
    request: { params: webhookParamsSchema, query: webhookDeliveryListQuerySchema },
    responses: { 200: jsonResponse('A page of deliveries.', webhookDeliveryPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  redeliverWebhook: webhookOperation({
    operationId: 'redeliverWebhook',
    method: 'POST',
    path: `${endpointPath}/deliveries/{event_id}/redeliver`,
    summary: 'Redeliver an event',
    description:
      'Queues a delivery that has ended once more, under the same event id. One that is pending, or whose endpoint is disabled, is refused with `invalid_state`.',
    request: { params: webhookDeliveryParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 202: jsonResponse('The queued delivery.', webhookDeliverySchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  redeliverDeadWebhooks: webhookOperation({
    operationId: 'redeliverDeadWebhooks',
    method: 'POST',
    path: `${endpointPath}/redeliver`,
    summary: 'Redeliver all dead events',
    description: `Queues dead deliveries once more, oldest first, at most ${webhookLimits.redeliveredPerCallMax.toLocaleString('en')} per call: call again while \`has_more\` is true.`,
    request: { params: webhookParamsSchema, body: webhookRedeliverRequestSchema, bodyOptional: true },
    responses: { 202: jsonResponse('How many were queued.', webhookRedeliveredSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
} as const;
