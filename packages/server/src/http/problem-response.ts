import { type ProblemDocument, problemPath } from '@avow/contract';
import { type ProblemCode, problems } from '@avow/contract/values';
import { AppError } from '@avow/foundation';
import type { FastifyReply } from 'fastify';
import { toChatError } from '../features/chat/routes/chat-error.ts';
import { sendJson } from './send-json.ts';

/** Faults that Fastify detects, as problem codes of the contract. */
const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_header',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  ECONNRESET: 'request_timeout',
};

/** In words: `20 MiB`. */
const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / 1024 / 1024)} MiB`;

/** Converts an error to one of the contract's problems. Unknown errors become `internal`, without details. */
export function asAppError(error: unknown, bodyBytesMax?: number): AppError {
  if (error instanceof AppError) return error;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? frameworkCodes[error.code]
      : undefined;
  if (code === 'payload_too_large' && bodyBytesMax !== undefined)
    return new AppError(code, {
      cause: error,
      detail: `The body exceeds the size limit of this operation: ${sizeOf(bodyBytesMax)}.`,
    });
  return new AppError(code ?? 'internal', { cause: error });
}

export interface ProblemContext {
  readonly baseUrl: string;
  /** The requested path, without its query. */
  readonly instance: string;
  readonly requestId: string;
  /** Where a client finds out how to get an access token, if the operation takes any. */
  readonly resourceMetadata?: string;
}

export function toProblemDocument(error: AppError, context: ProblemContext): ProblemDocument {
  const kind = problems[error.code];
  const { detail, errors, messageId, extra } = error.options;
  return {
    type: `${context.baseUrl}${problemPath(error.code)}`,
    title: kind.title,
    status: kind.status,
    // An internal error has no detail; its request id identifies it in the log.
    ...(error.code === 'internal' ? {} : { detail: detail ?? kind.meaning }),
    instance: context.instance,
    code: error.code,
    request_id: context.requestId as ProblemDocument['request_id'],
    retryable: kind.retryable,
    ...(errors === undefined ? {} : { errors: [...errors] }),
    ...(messageId === undefined
      ? {}
      : { message_id: messageId as NonNullable<ProblemDocument['message_id']> }),
    ...extra,
  };
}

/** Headers that belong to the problem. */
function problemHeaders(
  error: AppError,
  requestId: string,
  resourceMetadata?: string,
): Record<string, string> {
  // Also set here, since no hook runs for requests that Fastify refuses before routing.
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-request-id': requestId };
  const { status } = problems[error.code];
  if (status === 401)
    headers['www-authenticate'] =
      `Bearer realm="avow"${error.code === 'unauthenticated' ? '' : ', error="invalid_token"'}` +
      (resourceMetadata === undefined ? '' : `, resource_metadata="${resourceMetadata}"`);
  if (error.code === 'insufficient_scope')
    headers['www-authenticate'] = 'Bearer realm="avow", error="insufficient_scope"';
  if (status === 429 || status === 503) headers['retry-after'] = String(error.options.retryAfterSeconds ?? 1);
  if (error.code === 'shutting_down' || error.code === 'payload_too_large') headers['connection'] = 'close';
  return headers;
}

export function sendProblem(reply: FastifyReply, error: AppError, context: ProblemContext): FastifyReply {
  const body = JSON.stringify(toProblemDocument(error, context));
  const headers = problemHeaders(error, context.requestId, context.resourceMetadata);
  return sendJson(reply.code(problems[error.code].status).headers(headers), body, 'application/problem+json');
}

/** The same in the form that clients of the chat completions API expect. */
export function sendChatError(reply: FastifyReply, error: AppError, requestId: string): FastifyReply {
  const { status } = problems[error.code];
  reply.code(status).headers(problemHeaders(error, requestId));
  return sendJson(reply, JSON.stringify(toChatError(error, requestId)));
}
