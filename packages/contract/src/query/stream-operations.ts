import { z } from 'zod';
import {
  lastEventIdSchema,
  readerTokenHeaders,
  visitorTokenHeader,
  visitorTokenSchema,
} from '../api/headers.ts';
import {
  bodyProblems,
  eventStreamType,
  type HttpOperation,
  jsonResponse,
  keyHeaders,
  keyProblems,
} from '../api/operation.ts';
import { emptyRequestSchema } from '../content/pack.ts';
import { followQuerySchema, messageParamsSchema } from './message.ts';
import { queryResponseSchema } from './query-response.ts';
import { streamEvents } from './stream-events.ts';

const streamMessageEvents = {
  operationId: 'streamMessageEvents',
  shows: 'people',
  method: 'GET',
  path: '/v1/messages/{message_id}/events',
  tag: 'answers',
  scope: 'messages:read',
  publishable: true,
  limit: 'audit',
  summary: 'Stream the events of a message',
  description:
    'Streams past and future events of a streamed or asynchronous message, up to the terminal event. With `Last-Event-ID` it resumes after that event, up to 15 minutes after the end. Later, and for a message without stored events, only the terminal event is sent.',
  request: {
    params: messageParamsSchema,
    query: followQuerySchema,
    headers: z.object({
      'Last-Event-ID': lastEventIdSchema.exactOptional(),
      ...readerTokenHeaders,
      [visitorTokenHeader]: visitorTokenSchema.exactOptional(),
    }),
  },
  responses: {
    200: {
      description: 'The event stream.',
      mediaType: eventStreamType,
      schema: null,
      headers: [...keyHeaders, 'Cache-Control'],
      events: streamEvents,
    },
    204: {
      description: 'The client already has the terminal event: there are no further events.',
      mediaType: null,
      schema: null,
      headers: [...keyHeaders, 'Cache-Control'],
    },
  },
  problems: [
    ...keyProblems,
    'origin_not_allowed',
    'validation_failed',
    'not_found',
    'record_expired',
    'concurrency_limited',
    'provider_error',
    'audit_unavailable',
  ],
} as const satisfies HttpOperation;

const cancelMessage = {
  operationId: 'cancelMessage',
  method: 'POST',
  path: '/v1/messages/{message_id}/cancel',
  tag: 'answers',
  scope: 'query:write',
  // Not the limit of queries: a client that has too many of them must be able to cancel some.
  limit: 'audit',
  summary: 'Cancel a message',
  description:
    'Cancels a message that is queued or in progress. Its record has the status `cancelled` and no answer, even if part of one was streamed.',
  request: {
    params: messageParamsSchema,
    headers: z.object(readerTokenHeaders),
    body: emptyRequestSchema,
    bodyOptional: true,
  },
  responses: { 200: jsonResponse('The cancelled message.', queryResponseSchema) },
  problems: [
    ...keyProblems,
    ...bodyProblems,
    'not_found',
    'invalid_state',
    'record_expired',
    'provider_error',
    'audit_unavailable',
  ],
} as const satisfies HttpOperation;

export const streamOperations = {
  streamMessageEvents,
  cancelMessage,
} as const;
