import { z } from 'zod';
import { endUserTokenHeader, endUserTokenSchema, idempotencyKeySchema } from '../api/headers.ts';
import {
  bodyProblems,
  type HttpOperation,
  jsonResponse,
  jsonType,
  keyHeaders,
  keyProblems,
} from '../api/operation.ts';
import {
  chatChunkSchema,
  chatCompletionSchema,
  chatLimits,
  chatModelListSchema,
  chatModelSchema,
  chatRequestSchema,
} from './chat-completion.ts';

const createChatCompletion = {
  operationId: 'createChatCompletion',
  method: 'POST',
  path: '/v1/chat/completions',
  tag: 'answers',
  scope: 'query:write',
  limit: 'query',
  errors: 'chat',
  summary: 'Ask a question as a chat completion',
  description:
    'For clients of the chat completions API of OpenAI. The last message is the question; it is answered and recorded as by `executeQuery`, with the channel `chat`. Citations are annotations, and confidence, next action and ids are in `avow`. Settings of language models are ignored; tools, several choices and log probabilities are refused.',
  request: {
    headers: z.object({
      'Idempotency-Key': idempotencyKeySchema.exactOptional(),
      [endUserTokenHeader]: endUserTokenSchema.exactOptional(),
    }),
    body: chatRequestSchema,
  },
  responses: {
    200: {
      description:
        'The answer, or the reason why there is none. With `stream`, parts of it as server-sent events.',
      mediaType: jsonType,
      schema: chatCompletionSchema,
      headers: [...keyHeaders, 'Idempotent-Replayed', 'Avow-Generated', 'Cache-Control'],
      chunks: chatChunkSchema,
    },
  },
  problems: [
    ...keyProblems,
    ...bodyProblems,
    'not_found',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'concurrency_limited',
    'provider_error',
    'deadline_exceeded',
    'audit_unavailable',
  ],
} as const satisfies HttpOperation;

const listModels = {
  operationId: 'listModels',
  method: 'GET',
  path: '/v1/models',
  tag: 'answers',
  scope: 'query:write',
  limit: 'audit',
  errors: 'chat',
  summary: 'List models',
  description: 'For clients of the chat completions API of OpenAI: the one model that they can name.',
  request: {},
  responses: { 200: jsonResponse('The models.', chatModelListSchema) },
  problems: keyProblems,
} as const satisfies HttpOperation;

const getModel = {
  operationId: 'getModel',
  method: 'GET',
  path: '/v1/models/{model}',
  tag: 'answers',
  scope: 'query:write',
  limit: 'audit',
  errors: 'chat',
  summary: 'Read a model',
  description: 'For clients of the chat completions API of OpenAI.',
  request: {
    params: z.strictObject({ model: z.string().min(1).max(chatLimits.modelLengthMax) }),
  },
  responses: { 200: jsonResponse('The model.', chatModelSchema) },
  problems: [...keyProblems, 'not_found'],
} as const satisfies HttpOperation;

export const chatOperations = { createChatCompletion, listModels, getModel };
