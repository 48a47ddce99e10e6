import { z } from 'zod';
import { readerTokenHeaders, visitorTokenHeader, visitorTokenSchema } from '../api/headers.ts';
import { bodyProblems, type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { emptyRequestSchema } from '../content/pack.ts';
import { messageParamsSchema } from '../query/message.ts';
import {
  handoverLimits,
  handoverListQuerySchema,
  handoverPageSchema,
  handoverReplySchema,
  handoverRequestSchema,
  handoverSchema,
  handoverSettingsRequestSchema,
  handoverSettingsSchema,
} from './handover.ts';

const path = '/v1/messages/{message_id}/handover';
const settingsPath = '/v1/handover-settings';
const visitor = z.object({ ...readerTokenHeaders, [visitorTokenHeader]: visitorTokenSchema.exactOptional() });
const handover = jsonResponse('The handover.', handoverSchema);
const readProblems = [
  ...keyProblems,
  'not_found',
  'record_expired',
  'provider_error',
  'audit_unavailable',
] as const;
const writeProblems = [...readProblems, ...bodyProblems, 'invalid_state'] as const;

/** A person answers where the content does not. */
export const handoverOperations = {
  requestHandover: {
    operationId: 'requestHandover',
    method: 'POST',
    path,
    tag: 'answers',
    scope: 'query:write',
    publishable: true,
    limit: 'query',
    summary: 'Ask for a person',
    description: `Hands a message over to a person, if the tenant offers that. Requested again, it adds a text: at most ${handoverLimits.unansweredPostsMax} that nobody has replied to. Sends the event \`handover.requested\`.`,
    request: { params: messageParamsSchema, headers: visitor, body: handoverRequestSchema },
    responses: { 200: handover },
    problems: [...writeProblems, 'origin_not_allowed'],
  },
  getHandover: {
    operationId: 'getHandover',
    shows: 'people',
    method: 'GET',
    path,
    tag: 'answers',
    scope: 'messages:read',
    publishable: true,
    limit: 'audit',
    summary: 'Read a handover',
    description:
      'Not found if nobody asked for a person. With a publishable key, only the visitor who asked.',
    request: { params: messageParamsSchema, headers: visitor },
    responses: { 200: handover },
    problems: [...readProblems, 'origin_not_allowed'],
  },
  replyToHandover: {
    operationId: 'replyToHandover',
    method: 'POST',
    path: `${path}/replies`,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'Reply to a handover',
    description:
      'The reply appears in the chat of the person who asked, and is sent to their address if they left one. Sends the event `handover.replied`.',
    request: { params: messageParamsSchema, body: handoverReplySchema },
    responses: { 200: handover },
    problems: writeProblems,
  },
  closeHandover: {
    operationId: 'closeHandover',
    method: 'POST',
    path: `${path}/close`,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'Close a handover',
    description: 'Nothing more is expected. A further text of the person who asked opens it again.',
    request: { params: messageParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: handover },
    problems: writeProblems,
  },
  listHandovers: {
    operationId: 'listHandovers',
    shows: 'everybody',
    method: 'GET',
    path: '/v1/handovers',
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'List handovers',
    description: 'Those of the newest messages first, as far as the caller may read the messages.',
    request: { query: handoverListQuerySchema },
    responses: { 200: jsonResponse('A page of handovers.', handoverPageSchema) },
    problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'audit_unavailable'],
  },
  getHandoverSettings: {
    operationId: 'getHandoverSettings',
    method: 'GET',
    path: settingsPath,
    tag: 'access',
    scope: 'keys:manage',
    limit: 'audit',
    summary: 'Read how visitors reach a person',
    description: 'Before anything is set, they do not.',
    request: {},
    responses: { 200: jsonResponse('The settings.', handoverSettingsSchema) },
    problems: [...keyProblems, 'audit_unavailable'],
  },
  replaceHandoverSettings: {
    operationId: 'replaceHandoverSettings',
    method: 'PUT',
    path: settingsPath,
    tag: 'access',
    scope: 'keys:manage',
    limit: 'audit',
    summary: 'Set how visitors reach a person',
    description: 'In effect with the next page that is loaded. What was handed over before stays.',
    request: { body: handoverSettingsRequestSchema },
    responses: { 200: jsonResponse('The settings.', handoverSettingsSchema) },
    problems: [...keyProblems, ...bodyProblems, 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
