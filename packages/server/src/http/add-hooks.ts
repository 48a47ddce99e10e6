import { endUserTokenHeader, type HttpOperation, reasonHeader } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Principal } from '../features/keys/keys.ts';
import { signedInPerson } from '../features/people/sessions.ts';
import { addVary } from './add-vary.ts';
import { requireOwnMessage } from './admit-publishable.ts';
import { type AdmissionDependencies, admitRequest, isNoted, noteAction } from './admit-request.ts';
import { isOfAnother, methodsOf, operationAt, refuseUnknown } from './allowed-methods.ts';
import { basePathOf } from './base-path.ts';
import type { ClientErrors } from './client-errors.ts';
import type { Cors } from './cors.ts';
import { endAfterBody } from './end-after-body.ts';
import { hideRestricted } from './hide-restricted.ts';
import type { HttpDependencies } from './http-dependencies.ts';
import type { Idempotency } from './idempotency.ts';
import { isReading, noteReading } from './note-reading.ts';
import { refuseRepeatedHeaders, requestIdOf, requestPath } from './request-facts.ts';
import { requirePurpose } from './require-purpose.ts';
import { createResponseLimiter } from './response-limiter.ts';

/** A browser that was here over https comes back over nothing else, for a year. */
const transportSecurity = 'max-age=31536000';

/** A request line is ASCII: its length is its bytes. */
const urlLengthMax = 2048;
/** They are kept in memory: eight of the largest take 160 MiB. */
const concurrentUploads = { totalMax: 8, tenantMax: 4 };

/** Replaces any expectation of a client other than `100-continue`. */
export const unknownExpectation = 'unknown';

/** Refuses requests that are malformed regardless of their operation. */
function refuseIllFormed(request: FastifyRequest): void {
  if (request.url.length > urlLengthMax) throw new AppError('uri_too_long');
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new AppError('invalid_header', { detail: 'The request has no Host header.' });
  }
  if (request.headers.expect === unknownExpectation) {
    throw new AppError('invalid_header', { detail: 'Expect must be 100-continue.' });
  }
  const { httpVersion } = request.raw;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new AppError('invalid_header', { detail: 'The version must be HTTP/1.1 or HTTP/1.0.' });
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    throw new AppError('invalid_header', {
      detail: 'Transfer-Encoding must be chunked, and the version HTTP/1.1.',
    });
  }
  refuseRepeatedHeaders(request);
}

type HookDependencies = Omit<HttpDependencies, 'authenticate'> & Pick<AdmissionDependencies, 'authenticate'>;

export function addHooks(
  app: FastifyInstance,
  parts: HookDependencies,
  { clientErrors, idempotency }: { readonly clientErrors: ClientErrors; readonly idempotency: Idempotency },
): void {
  const admitParts = { ...parts, uploads: createResponseLimiter('uploads', concurrentUploads) };
  const reportOnce = (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isReported) reportRequest(parts, request, reply);
    request.isReported = true;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    clientErrors.requestBegan(request.raw, reply.raw);
    reply.raw.once('close', () => {
      clientErrors.requestEnded(socket);
      // No hook runs for a response that was cut off, such as a stream whose client left.
      if (reply.raw.headersSent && !reply.raw.writableFinished) reportOnce(request, reply);
    });
    const { operation: routed } = request.routeOptions.config;
    const path = requestPath(request);
    const operation = routed !== undefined && isOfAnother(routed, path) ? undefined : routed;
    const methods = operation === undefined ? methodsOf(path) : [];
    // First of all, so that a page can read every refusal.
    reply.headers(
      operation === undefined
        ? await corsOf(parts.cors, request, methods)
        : request.headers.origin === undefined
          ? parts.cors.recall(undefined, operation)
          : await parts.cors.headersFor(request.headers.origin, operation),
    );
    refuseIllFormed(request);
    if (operation === undefined) {
      if (methods.length > 0) reply.header('allow', methods.join(', '));
      if (request.method === 'OPTIONS' && methods.length > 0) return reply.code(204).send();
      throw refuseUnknown(methods);
    }
    await admitRequest(admitParts, operation, request, reply);
  });
  app.addHook('onSend', beforeSending(parts, idempotency));
  app.addHook('onResponse', (request, reply, done) => {
    reportOnce(request, reply);
    done();
  });
}

/** What must happen before the handler of an operation: only what can concern it, because each step costs every request. */
export function createHooksOf(
  parts: HttpDependencies,
  idempotency: Idempotency,
): (operation: HttpOperation) => preHandlerHookHandler[] {
  return (operation) => {
    const takesToken = operation.request.headers?.shape[endUserTokenHeader] !== undefined;
    const namesRecords = operation.path.includes('{') || (takesToken && operation.method !== 'POST');
    return [
      ...(operation.shows === undefined ? [] : [requirePurpose(parts.purposes)]),
      ...(namesRecords
        ? [
            async (request: FastifyRequest) => requireOwnMessage(parts, request),
            async (request: FastifyRequest) => hideRestricted(parts, request),
          ]
        : []),
      ...(operation.creates === undefined ? [] : [idempotency.claim]),
      ...(isNoted(operation) ? [noteActionOfPerson(parts)] : []),
    ];
  };
}

function noteActionOfPerson(parts: HttpDependencies): preHandlerHookHandler {
  return (request, _reply, done) => {
    const isExplained = request.headers[reasonHeader.toLowerCase()] !== undefined;
    const { principal } = request;
    if (principal !== null && (isExplained || signedInPerson(principal) !== null))
      return noteAction(parts, request);
    done();
    return undefined;
  };
}

/** Most responses need nothing that takes time, and leave at once. */
function beforeSending(parts: HookDependencies, idempotency: Idempotency): onSendHookHandler {
  const addHeaders = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    reply.header('x-request-id', requestIdOf(request));
    reply.header('x-content-type-options', 'nosniff');
    // A response that says nothing else is for its caller alone.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // What a cache may keep for one caller must not be given to another that uses the same cache.
    else if (request.principal !== null && reply.getHeader('cache-control') !== 'no-store')
      addVary(reply, 'authorization, cookie');
    if (parts.baseUrl().startsWith('https://')) reply.header('strict-transport-security', transportSecurity);
    if (request.problemCode !== 'payload_too_large' || !Buffer.isBuffer(payload)) return payload;
    reply.header('content-length', payload.length);
    return endAfterBody(payload, request.raw);
  };
  const keepAndNote = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    await idempotency.keep(request, reply, payload);
    await noteReading(parts, request, { reply, payload });
    return addHeaders(request, reply, payload);
  };
  return (request, reply, payload, done) => {
    // Before responses are kept for replay.
    completeLocation(reply, parts.baseUrl());
    if (idempotency.holds(request) || isReading(request)) return keepAndNote(request, reply, payload);
    done(null, addHeaders(request, reply, payload));
    return undefined;
  };
}

/**
 * Handlers name paths. What was created is where clients reach the service; a redirect stays on the host that the browser
 * named, since its session belongs to that.
 */
function completeLocation(reply: FastifyReply, baseUrl: string): void {
  const location = reply.getHeader('location');
  if (typeof location !== 'string' || !location.startsWith('/')) return;
  const isRedirect = reply.statusCode >= 300 && reply.statusCode < 400;
  reply.header('location', `${isRedirect ? basePathOf(baseUrl) : baseUrl}${location}`);
}

/** Of a request that matches no route, which may be a browser's question about the next one. */
async function corsOf(cors: Cors, { method, headers, url }: FastifyRequest, methods: readonly string[]) {
  const { origin, 'access-control-request-method': asked } = headers;
  if (method !== 'OPTIONS' || asked === undefined || methods.length === 0)
    return await cors.headersFor(origin, undefined);
  const operation = operationAt(url.split('?', 1)[0] ?? '', asked);
  return await cors.preflight(origin, { operation, methods });
}

/** Counts a request that has been answered, and logs it if its level is enabled. */
function reportRequest(
  { metrics, log }: Pick<HttpDependencies, 'metrics' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const operationId = request.routeOptions.config.operation?.operationId ?? 'none';
  metrics.countRequest(operationId, reply.statusCode, reply.elapsedTime);
  // Answers are on record; the log is for failures, and lists every request only at the debug level.
  const level = reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      request_id: requestIdOf(request),
      operation: operationId,
      method: request.method,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 1000) / 1000,
      ...(request.problemCode === null ? {} : { code: request.problemCode }),
      ...(request.principal === null
        ? {}
        : { tenant_id: request.principal.tenantId, ...callerOf(request.principal) }),
    },
    'request',
  );
}

function callerOf({ callerId }: Principal): Readonly<Record<string, string>> {
  return callerId.startsWith('usr_') ? { user_id: callerId } : { key_id: callerId };
}
