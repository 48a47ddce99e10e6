import type { WebhookDeliveryEntry, WebhookEndpointEntry } from './webhook.ts';

const endpoint: WebhookEndpointEntry = {
  endpoint_id: 'whe_01jd8n4w6zfk3v5q7r9s2t4x6y',
  url: 'https://tickets.example/hooks/avow',
  description: 'Tickets',
  event_types: ['guardrail.tripped', 'message.delivered'],
  include_content: false,
  format: 'event',
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  created_at: '2024-11-21T09:14:03.231Z',
  created_by: 'key_01jd7c2m4pf0e8a6ktyr3w5n9b',
  updated_at: '2024-11-21T09:14:03.231Z',
  previous_secret_until: null,
};

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const delivery: WebhookDeliveryEntry = {
  endpoint_id: endpoint.endpoint_id,
  event_id: 'evt_01jd8n4w6zc8mmt0kp9x1r5b7e',
  type: 'message.delivered',
  message_id: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
  status: 'dead',
  attempts: 16,
  created_at: '2024-11-21T09:20:11.004Z',
  next_attempt_at: null,
  last_attempt_at: '2024-11-22T09:20:11.310Z',
  outcome: 'status',
  response_status: 503,
};

const queued: WebhookDeliveryEntry = {
  ...delivery,
  ...{ status: 'pending', attempts: 0, next_attempt_at: '2024-11-22T10:02:45.118Z' },
};

const test: WebhookDeliveryEntry = {
  ...queued,
  ...{ type: 'webhook.test', message_id: null, last_attempt_at: null, outcome: null, response_status: null },
};

export const webhookRequestExamples: Readonly<Record<string, unknown>> = {
  createWebhookEndpoint: {
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.event_types,
  },
  updateWebhookEndpoint: { status: 'enabled' },
  rotateWebhookSecret: { overlap_hours: 24 },
  testWebhookEndpoint: {},
  redeliverWebhook: {},
  redeliverDeadWebhooks: { since: '2024-11-21T00:00:00Z' },
};

export const webhookResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  createWebhookEndpoint: { 201: { ...endpoint, secret } },
  listWebhookEndpoints: { 200: { data: [endpoint], has_more: false, next_cursor: null } },
  getWebhookEndpoint: { 200: endpoint },
  updateWebhookEndpoint: { 200: endpoint },
  rotateWebhookSecret: {
    200: { ...endpoint, previous_secret_until: '2024-11-23T09:14:03.231Z', secret },
  },
  testWebhookEndpoint: { 202: test },
  listWebhookDeliveries: { 200: { data: [delivery], has_more: false, next_cursor: null } },
  redeliverWebhook: { 202: queued },
  redeliverDeadWebhooks: { 202: { redelivered: 42, has_more: false } },
};

export const webhookEventExample = {
  type: 'message.delivered',
  timestamp: '2024-11-21T09:20:11.004Z',
  data: {
    message_id: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
    request_id: 'req_01jd8n4w6zfk3v5q7r9s2t4x6y',
    thread_id: 'thr_01jd8n4w6zc8mmt0kp9x1r5b7e',
    status: 'delivered',
    band: 'high',
  },
};
