import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentLimits, type Operation, type OperationId, operations } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Authentication } from '../access/authenticate.ts';
import type { Queries } from '../answering/create-queries.ts';
import type { Streaming } from '../answering/streaming/streaming.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type AdmitRequestParts, admitRequest } from './admit-request.ts';
import { type ClientErrors, createClientErrors } from './client-errors.ts';
import { createServer } from './create-server.ts';
import { createEarlyRefusals } from './early-refusals.ts';
import {
  createEventStreams,
  defaultStreamLimits,
  type EventStreams,
  type StreamLimits,
} from './event-streams.ts';
import type { Handler } from './handler.ts';
import { parseJsonBody } from './parse-json-body.ts';
import { asAppError, sendProblem } from './problem-response.ts';
import { refuseGone } from './refuse-gone.ts';
import { pathOf, refuseRepeatedHeaders, requestIdOf } from './request-facts.ts';
import { createResponseLimiter } from './response-limiter.ts';
import { type ConsoleRoutesParts, consoleHandlers } from './routes/console.ts';
import { contentHandlers } from './routes/content/content-handlers.ts';
import type { ContentRoutesParts } from './routes/content/content-route.ts';
import { feedbackHandlers } from './routes/feedback/feedback-handlers.ts';
import type { FeedbackRoutesParts } from './routes/feedback/feedback-route.ts';
import { goldenHandlers } from './routes/golden/golden-handlers.ts';
import type { GoldenRoutesParts } from './routes/golden/golden-route.ts';
import { guardrailHandlers } from './routes/guardrails/guardrail-handlers.ts';
import type { GuardrailRoutesParts } from './routes/guardrails/guardrail-route.ts';
import { insightHandlers } from './routes/insights/insight-handlers.ts';
import type { InsightRoutesParts } from './routes/insights/insight-route.ts';
import { logHandlers } from './routes/log/log-handlers.ts';
import type { LogRoutesParts } from './routes/log/log-route.ts';
import { getAudit, getMessage, listMessages, type MessageRoutesParts } from './routes/messages.ts';
import { executeQuery } from './routes/query.ts';
import { retentionHandlers } from './routes/retention/retention-handlers.ts';
import type { RetentionRoutesParts } from './routes/retention/retention-route.ts';
import { reviewHandlers } from './routes/review.ts';
import {
  getDocs,
  getHealth,
  getMetrics,
  getOpenApi,
  getProblem,
  getReadiness,
  type ServiceRoutesParts,
} from './routes/service.ts';
import { cancelMessage, streamMessageEvents } from './routes/streams.ts';
import { webhookHandlers } from './routes/webhooks/webhook-handlers.ts';
import type { WebhookRoutesParts } from './routes/webhooks/webhook-route.ts';

export interface HttpParts
  extends AdmitRequestParts,
    Authentication,
    MessageRoutesParts,
    ContentRoutesParts,
    GoldenRoutesParts,
    GuardrailRoutesParts,
    InsightRoutesParts,
    FeedbackRoutesParts,
    LogRoutesParts,
    RetentionRoutesParts,
    WebhookRoutesParts,
    ConsoleRoutesParts,
    ServiceRoutesParts {
  readonly queries: Queries & Streaming;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly trustedProxies: readonly string[];
  readonly streamLimits?: StreamLimits;
}

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
    serverFactory: (handler) => createServer(handler, earlyRefusals),
    forceCloseConnections: 'idle',
    // Requests on open connections get a problem document while the service shuts down.
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => {
      const answered = answerError(parts, error, request, reply);
      // No hook runs for these, so nothing else would log them.
      parts.log.info({ request_id: requestIdOf(request), code: request.problemCode }, 'refused');
      return answered;
    },
    clientErrorHandler: clientErrors.answer,
  });
  app.decorateRequest('requestId', null);
  app.decorateRequest('principal', null);
  app.decorateRequest('problemCode', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  addHooks(app, parts, clientErrors);
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
    authenticate: parts.authenticate,
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

function handlersOf(parts: HttpParts, streams: EventStreams): Readonly<Record<OperationId, Handler>> {
  const { queries, records } = parts;
  const ofMessage = (handler: Handler) => refuseGone(records, handler);
  const feedback = feedbackHandlers(parts);
  return {
    executeQuery: executeQuery({ queries, streams }),
    streamMessageEvents: ofMessage(streamMessageEvents({ queries, streams })),
    cancelMessage: ofMessage(cancelMessage({ queries })),
    getAudit: getAudit(parts),
    getMessage: ofMessage(getMessage(parts)),
    listMessages: listMessages(parts),
    ...contentHandlers(parts),
    ...goldenHandlers(parts),
    ...guardrailHandlers(parts),
    ...insightHandlers(parts),
    ...feedback,
    giveFeedback: ofMessage(feedback.giveFeedback),
    listMessageFeedback: ofMessage(feedback.listMessageFeedback),
    ...logHandlers(parts),
    ...retentionHandlers(parts),
    ...webhookHandlers(parts),
    ...reviewHandlers({ ...parts, reviews: queries.reviews }),
    getHealth: getHealth(),
    getReadiness: getReadiness(parts),
    getMetrics: getMetrics(parts),
    getOpenApi: getOpenApi(parts),
    getDocs: getDocs(parts),
    getProblem: getProblem(),
    ...consoleHandlers(parts),
  };
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
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new AppError('invalid_header', { detail: 'Transfer-Encoding must be chunked.' });
  }
  refuseRepeatedHeaders(request);
}

function addHooks(app: FastifyInstance, parts: HttpParts, clientErrors: ClientErrors): void {
  const admitParts = { ...parts, uploads: createResponseLimiter('uploads', concurrentUploads) };
  const reported = new WeakSet<FastifyRequest>();
  const reportOnce = (request: FastifyRequest, reply: FastifyReply) => {
    if (!reported.has(request)) reportRequest(parts, request, reply);
    reported.add(request);
  };
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    clientErrors.requestBegan(request.raw);
    reply.raw.once('close', () => {
      clientErrors.requestEnded(socket);
      // No hook runs for a response that was cut off, such as a stream whose client left.
      if (reply.raw.headersSent && !reply.raw.writableFinished) reportOnce(request, reply);
    });
    refuseIllFormed(request);
    const { operation } = request.routeOptions.config;
    if (operation === undefined) throw refuseUnknown(request, reply);
    await admitRequest(admitParts, operation, request, reply);
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', requestIdOf(request));
    reply.header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => reportOnce(request, reply));
}

/** Counts a request that has been answered, and logs it if its level is enabled. */
function reportRequest({ metrics, log }: HttpParts, request: FastifyRequest, reply: FastifyReply): void {
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
        : { tenant_id: request.principal.tenantId, key_id: request.principal.keyId }),
    },
    'request',
  );
}

/** 405 for a path that exists with another method; 404 for any other. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): AppError {
  const path = pathOf(request);
  const all: readonly Operation[] = Object.values(operations);
  const fitting = all
    .filter((operation) => patternOf(operation).test(path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const methods = [...new Set(fitting)];
  if (methods.length === 0) return new AppError('not_found', { detail: 'There is nothing at this path.' });
  reply.header('allow', methods.join(', '));
  return new AppError('method_not_allowed', { detail: `This path supports ${methods.join(', ')}.` });
}

function patternOf({ path, restOfPath }: Operation): RegExp {
  const parameter = restOfPath === true ? '.+' : '[^/]+';
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, parameter)}$`);
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
  return sendProblem(reply, error, { baseUrl: parts.baseUrl(), instance: pathOf(request), requestId });
}
