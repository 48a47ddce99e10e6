import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentLimits, type Operation, type OperationId, operations } from '@avow/contract';
import { AppError } from '@avow/foundation';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Principal } from '../access/authenticate.ts';
import { addVary } from './add-vary.ts';
import { requireOwnMessage } from './admit-publishable.ts';
import { type AdmitRequestParts, admitRequest, noteAction } from './admit-request.ts';
import { isOfAnother, methodsOf, operationAt, refuseUnknown } from './allowed-methods.ts';
import { createAuthenticateRequest } from './authenticate-request.ts';
import { basePathOf, belowBasePath } from './base-path.ts';
import { type ClientErrors, createClientErrors } from './client-errors.ts';
import type { Cors } from './cors.ts';
import { createServer } from './create-server.ts';
import { createEarlyRefusals } from './early-refusals.ts';
import { endAfterBody } from './end-after-body.ts';
import { createEventStreams, defaultStreamLimits } from './event-streams.ts';
import type { Handler } from './handler.ts';
import { handlersOf } from './handlers-of.ts';
import { hideRestricted } from './hide-restricted.ts';
import type { HttpParts } from './http-parts.ts';
import { addIdempotency } from './idempotency.ts';
import { noteReading } from './note-reading.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { asAppError, sendChatError, sendProblem } from './problem-response.ts';
import { pathOf, refuseRepeatedHeaders, requestIdOf } from './request-facts.ts';
import { createResponseLimiter } from './response-limiter.ts';

/** A browser that was here over https comes back over nothing else, for a year. */
const transportSecurity = 'max-age=31536000';
const bodyBytesMax = 512 * 1024;
/** A request line is ASCII: its length is its bytes. */
const urlLengthMax = 2048;
/** They are kept in memory: eight of the largest take 160 MiB. */
const concurrentUploads = { totalMax: 8, tenantMax: 4 };

/** The HTTP interface of the service: each operation of the contract, bound to its handler. */
export function createHttp(parts: HttpParts): FastifyInstance {
  const clientErrors = createClientErrors({
    baseUrl: parts.baseUrl,
    nowMs: parts.clock.nowMs,
    onRefused: ({ requestId, code }) => parts.log.info({ request_id: requestId, code }, 'refused'),
  });
  const earlyRefusals = createEarlyRefusals({ ...parts, clientErrors });
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    serverFactory: (handler) => createServer(handler, { refusals: earlyRefusals, tls: parts.tls ?? null }),
    forceCloseConnections: 'idle',
    // Requests on open connections get a problem document while the service shuts down.
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    routerOptions: { maxParamLength: 4096 },
    rewriteUrl: ({ url = '/' }) => belowBasePath(url, basePathOf(parts.baseUrl())),
    frameworkErrors: (error, request, reply) => {
      reply.headers(parts.cors.recall(request.headers.origin, undefined));
      const answered = answerError(parts, error, request, reply);
      // No hook runs for these, so nothing else would log them.
      parts.log.info({ request_id: requestIdOf(request), code: request.problemCode }, 'refused');
      return answered;
    },
    clientErrorHandler: clientErrors.answer,
  });
  app.decorateRequest('requestId', null);
  app.decorateRequest('principal', null);
  app.decorateRequest('visitorId', null);
  app.decorateRequest('endUserGroups', null);
  app.decorateRequest('hiddenId', null);
  app.decorateRequest('problemCode', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  const authenticate = createAuthenticateRequest(parts);
  addHooks(app, { ...parts, authenticate }, clientErrors);
  // Node would answer an expectation it does not know with a bare 417.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.headers['expect'] = unknownExpectation;
    app.routing(request, response);
  });
  app.setErrorHandler((error, request, reply) => answerError(parts, error, request, reply));
  // Never reached, since the first hook answers requests that match no route.
  app.setNotFoundHandler(() => Promise.reject(new AppError('not_found')));
  const streams = createEventStreams({
    limits: parts.streamLimits ?? defaultStreamLimits,
    authenticate,
    onFault: (error, { request }) =>
      parts.log.error({ request_id: requestIdOf(request), err: error }, 'stream failed'),
  });
  app.addHook('preClose', streams.close);
  app.addHook('preClose', async () => earlyRefusals.close());
  addRoutes(app, handlersOf(parts, streams));
  return app;
}

function addRoutes(app: FastifyInstance, handlers: Readonly<Record<OperationId, Handler>>): void {
  const routes = Object.entries(handlers).map(([operationId, handler]) => {
    const operation: Operation = operations[operationId as OperationId];
    const url = operation.path.replace(/\{(\w+)\}/g, operation.restOfPath === true ? '*' : ':$1');
    return { method: operation.method, url, config: { operation }, handler };
  });
  const uploads = routes.filter(({ config }) => config.operation.request.upload !== undefined);
  for (const route of routes) if (!uploads.includes(route)) app.route(route);
  // Files are not parsed here, regardless of their media type: their handlers read them.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const route of uploads) scope.route({ ...route, bodyLimit: contentLimits.uploadBytesMax });
  });
}

function readJson(
  request: FastifyRequest,
  body: Buffer | string,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const { operation } = request.routeOptions.config;
  const isOptional = operation?.request.body === undefined || operation.request.bodyOptional === true;
  try {
    done(null, isOptional && body.length === 0 ? undefined : parseJsonBody(body as Buffer));
  } catch (error) {
    done(error as Error);
  }
}

/** Replaces any expectation of a client other than `100-continue`. */
const unknownExpectation = 'unknown';

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

type HookParts = Omit<HttpParts, 'authenticate'> & Pick<AdmitRequestParts, 'authenticate'>;

function addHooks(app: FastifyInstance, parts: HookParts, clientErrors: ClientErrors): void {
  const admitParts = { ...parts, uploads: createResponseLimiter('uploads', concurrentUploads) };
  const reported = new WeakSet<FastifyRequest>();
  const reportOnce = (request: FastifyRequest, reply: FastifyReply) => {
    if (!reported.has(request)) reportRequest(parts, request, reply);
    reported.add(request);
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
    const path = pathOf(request);
    const operation = routed !== undefined && isOfAnother(routed, path) ? undefined : routed;
    const methods = operation === undefined ? methodsOf(path) : [];
    // First of all, so that a page can read every refusal.
    reply.headers(
      operation === undefined
        ? await corsOf(parts.cors, request, methods)
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
  app.addHook('preHandler', async (request) => requireOwnMessage(parts, request));
  // Before responses are kept for replay.
  app.addHook('onSend', async (_request, reply) => completeLocation(reply, parts.baseUrl()));
  app.addHook('preHandler', async (request) => hideRestricted(parts, request));
  addIdempotency(app, {
    idempotentRequests: parts.idempotentRequests,
    onIdempotencyFailure: (error) => parts.log.error({ err: error }, 'a response could not be kept'),
  });
  app.addHook('preHandler', async (request) => noteAction(parts, request));
  app.addHook('onSend', async (request, reply, payload) => noteReading(parts, request, { reply, payload }));
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', requestIdOf(request));
    reply.header('x-content-type-options', 'nosniff');
    // A response that says nothing else is for its caller alone.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // What a cache may keep for one caller must not be given to another that uses the same cache.
    else if (request.principal !== null && reply.getHeader('cache-control') !== 'no-store')
      addVary(reply, 'authorization, cookie');
    if (parts.baseUrl().startsWith('https://')) reply.header('strict-transport-security', transportSecurity);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.problemCode !== 'payload_too_large' || !Buffer.isBuffer(payload)) return payload;
    reply.header('content-length', payload.length);
    return endAfterBody(payload, request.raw);
  });
  app.addHook('onResponse', async (request, reply) => reportOnce(request, reply));
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
  { metrics, log }: Pick<HttpParts, 'metrics' | 'log'>,
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

function answerError(
  parts: HttpParts,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asAppError(thrown);
  const { messageId } = error.options;
  if (messageId !== undefined) request.requestId = messageId.replace(/^msg_/, 'req_');
  const requestId = requestIdOf(request);
  request.problemCode = error.code;
  if (error.code === 'internal' || error.code === 'audit_unavailable') {
    parts.log.error({ request_id: requestId, err: error }, 'request failed');
  }
  const { operation } = request.routeOptions.config;
  if (operation?.errors === 'chat') return sendChatError(reply, error, requestId);
  const baseUrl = parts.baseUrl();
  const hasTokens = operation?.tokens === true && parts.accessTokens.authorizationServers.length > 0;
  return sendProblem(reply, error, {
    ...{ baseUrl, instance: `${basePathOf(baseUrl)}${pathOf(request)}`, requestId },
    ...(hasTokens ? { resourceMetadata: `${baseUrl}${operations.getProtectedResource.path}` } : {}),
  });
}
