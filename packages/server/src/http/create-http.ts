import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpOperation, type OperationId, operations } from '@avow/contract';
import { contentLimits } from '@avow/contract/content';
import { AppError } from '@avow/foundation';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { readFor, runAs } from '../features/log/log.ts';
import { addHooks, createHooksOf, unknownExpectation } from './add-hooks.ts';
import { isNoted } from './admit-request.ts';
import { createAuthenticateRequest } from './authenticate-request.ts';
import { basePathOf, belowBasePath } from './base-path.ts';
import { createClientErrors } from './client-errors.ts';
import { createServer } from './create-server.ts';
import { createEarlyRefusals } from './early-refusals.ts';
import { createEventStreams, defaultStreamLimits } from './event-streams.ts';
import type { Handler } from './handler.ts';
import { handlersOf } from './handlers-of.ts';
import type { HttpDependencies } from './http-dependencies.ts';
import { createIdempotency } from './idempotency.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { asAppError, sendChatError, sendProblem } from './problem-response.ts';
import { readReason } from './read-reason.ts';
import { requestIdOf, requestPath } from './request-facts.ts';

const bodyBytesMax = 512 * 1024;

/** The HTTP interface of the service: each operation of the contract, bound to its handler. */
export function createHttp(parts: HttpDependencies): FastifyInstance {
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
  app.decorateRequest('purpose', '');
  app.decorateRequest('hiddenId', null);
  app.decorateRequest('problemCode', null);
  app.decorateRequest('isReported', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  const authenticate = createAuthenticateRequest(parts);
  const idempotency = createIdempotency({
    idempotentRequests: parts.idempotentRequests,
    onIdempotencyFailure: (error) => parts.log.error({ err: error }, 'a response could not be kept'),
  });
  addHooks(app, { ...parts, authenticate }, { clientErrors, idempotency });
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
  addRoutes(app, handlersOf(parts, streams), createHooksOf(parts, idempotency));
  return app;
}

function addRoutes(
  app: FastifyInstance,
  handlers: Readonly<Record<OperationId, Handler>>,
  hooksOf: ReturnType<typeof createHooksOf>,
): void {
  const routes = Object.entries(handlers).map(([operationId, handler]) => {
    const operation: HttpOperation = operations[operationId as OperationId];
    const url = operation.path.replace(/\{(\w+)\}/g, operation.restOfPath === true ? '*' : ':$1');
    const preHandler = hooksOf(operation);
    const reading = operation.shows === undefined ? handler : readForPurpose(handler);
    const acting = isNoted(operation) ? actAsCaller(reading) : reading;
    return { method: operation.method, url, config: { operation }, preHandler, handler: acting };
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

/** What the request shows is on the log as read for its purpose. */
function readForPurpose(handler: Handler): Handler {
  return (request, reply) => readFor(request.purpose, () => handler(request, reply));
}

/** What the request changes is on the log as its caller's. */
function actAsCaller(handler: Handler): Handler {
  return (request, reply) =>
    runAs({ actor: request.principal?.callerId ?? '', reason: readReason(request) }, () =>
      handler(request, reply),
    );
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

function answerError(
  parts: HttpDependencies,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asAppError(thrown, request.routeOptions.bodyLimit);
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
    ...{ baseUrl, instance: `${basePathOf(baseUrl)}${requestPath(request)}`, requestId },
    ...(hasTokens ? { resourceMetadata: `${baseUrl}${operations.getProtectedResource.path}` } : {}),
  });
}
