import { jsonType } from '../api/operation.ts';
import { webhookEventSchema } from '../webhooks/webhook.ts';
import { webhookEventExample } from '../webhooks/webhook-examples.ts';
import { type JsonObject, type SchemaComponents, toJsonSchema } from './json-schema.ts';

/** The request that an endpoint of a tenant receives. */
export function buildWebhook(components: SchemaComponents): JsonObject {
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
  });
  return {
    operationId: 'receiveEvent',
    summary: 'An event',
    description:
      'Sent to every webhook endpoint that wants its type, at least once, in any order except that the events of one message follow each other. Respond with any 2xx status within 15 seconds.',
    tags: ['webhooks'],
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event. It is the same with every attempt.'),
      header('webhook-timestamp', 'When it was sent, in seconds since 1970.'),
      header('webhook-signature', 'One or more signatures (`v1,` and base64), separated by spaces.'),
    ],
    requestBody: {
      required: true,
      content: {
        [jsonType]: {
          schema: toJsonSchema(webhookEventSchema, { components, side: 'response' }),
          example: webhookEventExample,
        },
      },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      410: { description: 'The endpoint is gone: it is disabled, and nothing more is sent to it.' },
      default: { description: 'The event is sent again later.' },
    },
  };
}
