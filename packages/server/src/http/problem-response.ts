import { type ProblemCode, type ProblemDocument, problemPath, problems } from '@avow/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { sendJson } from './send-json.ts';

/** The faults that Fastify finds itself, in the contract's words. */
const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_header',
  FST_ERR_BAD_URL: 'not_found',
  ECONNRESET: 'request_timeout',
};

/** Whatever was thrown, as one of the contract's problems. What is not known is `internal`, and says nothing more. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? frameworkCodes[error.code]
      : undefined;
  return new AppError(code ?? 'internal', { cause: error });
}

export interface ProblemPlace {
  readonly baseUrl: string;
  /** The path asked for, without its query. */
  readonly instance: string;
  readonly requestId: string;
}

export function toProblemDocument(error: AppError, place: ProblemPlace): ProblemDocument {
  const kind = problems[error.code];
  const { detail, errors, messageId, extra } = error.options;
  return {
    type: `${place.baseUrl}${problemPath(error.code)}`,
    title: kind.title,
    status: kind.status,
    // An internal fault says nothing of itself; its request id finds it in the log.
    ...(error.code === 'internal' ? {} : { detail: detail ?? kind.meaning }),
    instance: place.instance,
    code: error.code,
    request_id: place.requestId as ProblemDocument['request_id'],
    retryable: kind.retryable,
    ...(errors === undefined ? {} : { errors: [...errors] }),
    ...(messageId === undefined
      ? {}
      : { message_id: messageId as NonNullable<ProblemDocument['message_id']> }),
    ...extra,
  };
}

/** Headers that a kind of problem always comes with. */
function problemHeaders(error: AppError, requestId: string): Record<string, string> {
  // Also set here, since no hook runs for what Fastify refuses before it has found a route.
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-request-id': requestId };
  const { status } = problems[error.code];
  if (status === 401)
    headers['www-authenticate'] =
      `Bearer realm="avow"${error.code === 'unauthenticated' ? '' : ', error="invalid_token"'}`;
  if (error.code === 'insufficient_scope')
    headers['www-authenticate'] = 'Bearer realm="avow", error="insufficient_scope"';
  if (status === 429 || status === 503) headers['retry-after'] = String(error.options.retryAfterSeconds ?? 1);
  if (error.code === 'shutting_down' || error.code === 'payload_too_large') headers['connection'] = 'close';
  return headers;
}

export function sendProblem(reply: FastifyReply, error: AppError, place: ProblemPlace): FastifyReply {
  const body = JSON.stringify(toProblemDocument(error, place));
  return sendJson(
    reply.code(problems[error.code].status).headers(problemHeaders(error, place.requestId)),
    body,
    'application/problem+json',
  );
}
