import { z } from 'zod';
import { readerTokenHeaders, visitorTokenHeader, visitorTokenSchema } from '../api/headers.ts';
import { bodyProblems, type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { messageParamsSchema } from '../query/message.ts';
import { threadParamsSchema } from '../query/thread.ts';
import {
  conversationSchema,
  conversationTurnsMax,
  notificationRequestSchema,
  notificationSchema,
  visitorOptionsSchema,
} from './conversation.ts';

const visitor = { [visitorTokenHeader]: visitorTokenSchema.exactOptional() };

/** What the page of somebody who asks needs beside asking: their conversation again, and a mail with the answer. */
export const visitorOperations = {
  getConversation: {
    operationId: 'getConversation',
    shows: 'people',
    method: 'GET',
    path: '/v1/threads/{thread_id}/conversation',
    tag: 'answers',
    scope: 'messages:read',
    publishable: true,
    limit: 'audit',
    summary: 'Read a conversation',
    description: `The questions and answers of a thread, oldest first, at most the last ${conversationTurnsMax}. With a publishable key, only the visitor who asked them.`,
    request: { params: threadParamsSchema, headers: z.object({ ...readerTokenHeaders, ...visitor }) },
    responses: { 200: jsonResponse('The conversation.', conversationSchema) },
    problems: [...keyProblems, 'origin_not_allowed', 'not_found', 'provider_error', 'audit_unavailable'],
  },
  getVisitorOptions: {
    operationId: 'getVisitorOptions',
    method: 'GET',
    path: '/v1/visitor-options',
    tag: 'answers',
    scope: 'query:write',
    publishable: true,
    limit: 'audit',
    summary: 'Read what a page may offer to visitors',
    description: 'What is set up beside answers, for pages that ask on behalf of visitors.',
    request: { headers: z.object(visitor) },
    responses: { 200: jsonResponse('What may be offered.', visitorOptionsSchema) },
    problems: [...keyProblems, 'origin_not_allowed', 'audit_unavailable'],
  },
  notifyByEmail: {
    operationId: 'notifyByEmail',
    method: 'POST',
    path: '/v1/messages/{message_id}/notification',
    tag: 'answers',
    scope: 'query:write',
    publishable: true,
    limit: 'query',
    summary: 'Have an answer sent by e-mail',
    description:
      'For a message that is pending review: once a person has decided, the answer is sent to the address, or that there is none. A later address replaces it. Needs a mail server (`AVOW_SMTP_URL`).',
    request: {
      params: messageParamsSchema,
      headers: z.object({ ...readerTokenHeaders, ...visitor }),
      body: notificationRequestSchema,
    },
    responses: { 200: jsonResponse('The answer will be sent.', notificationSchema) },
    problems: [
      ...keyProblems,
      ...bodyProblems,
      'origin_not_allowed',
      'not_found',
      'invalid_state',
      'record_expired',
      'provider_error',
      'audit_unavailable',
    ],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
