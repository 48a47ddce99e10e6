import { z } from 'zod';
import { emptyRequestSchema } from './content-pack.ts';
import { lastEventIdSchema } from './headers.ts';
import { followQuerySchema, messageParamsSchema } from './message.ts';
import {
  bodyProblems,
  eventStreamType,
  jsonResponse,
  keyHeaders,
  keyProblems,
  type Operation,
} from './operation.ts';
import { queryResponseSchema } from './query-response.ts';
import { streamEvents } from './stream-events.ts';

export const followMessage = {
  operationId: 'followMessage',
  method: 'GET',
  path: '/v1/messages/{message_id}/events',
  tag: 'answers',
  scope: 'messages:read',
  limit: 'audit',
  summary: 'Follow a message',
  description:
    'The events of a streamed message or one accepted for later, those that were and those to come, up to the terminal one. Sent again with `Last-Event-ID` it goes on after that event, until 15 minutes after the end; later, and for a message that kept no events, the terminal event alone is sent.',
  request: {
    params: messageParamsSchema,
    query: followQuerySchema,
    headers: z.object({ 'Last-Event-ID': lastEventIdSchema.exactOptional() }),
  },
  responses: {
    200: {
      description: 'The events, as they come.',
      mediaType: eventStreamType,
      schema: null,
      headers: [...keyHeaders, 'Cache-Control'],
      events: streamEvents,
    },
    204: {
      description: 'The terminal event had been seen: nothing more will come.',
      mediaType: null,
      schema: null,
      headers: [...keyHeaders, 'Cache-Control'],
    },
  },
  problems: [
    ...keyProblems,
    'validation_failed',
    'not_found',
    'record_expired',
    'concurrency_limited',
    'audit_unavailable',
  ],
} as const satisfies Operation;

export const cancelMessage = {
  operationId: 'cancelMessage',
  method: 'POST',
  path: '/v1/messages/{message_id}/cancel',
  tag: 'answers',
  scope: 'query:write',
  // Not the limit of queries: whoever has too many of them must be able to give some up.
  limit: 'audit',
  summary: 'Cancel a message',
  description:
    'Gives up a message that waits or is being answered. Its record says so, and it has no answer, whatever of one was streamed.',
  request: { params: messageParamsSchema, body: emptyRequestSchema, bodyOptional: true },
  responses: { 200: jsonResponse('The message, which has ended as `cancelled`.', queryResponseSchema) },
  problems: [
    ...keyProblems,
    ...bodyProblems,
    'not_found',
    'invalid_state',
    'record_expired',
    'audit_unavailable',
  ],
} as const satisfies Operation;
