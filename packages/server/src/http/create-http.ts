import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentLimits, type Operation, type OperationId, operations } from '@avow/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/create-log.ts';
import type { Queries } from '../query/create-queries.ts';
import type { Streaming } from '../query/streaming.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type AdmitRequestParts, admitRequest } from './admit-request.ts';
import { type ClientErrors, createClientErrors } from './client-errors.ts';
import {
  createEventStreams,
  defaultStreamLimits,
  type EventStreams,
  type StreamLimits,
} from './event-streams.ts';
import type { Handler } from './handler.ts';
import { createPlaces } from './places.ts';
import { asAppError, sendProblem } from './problem-response.ts';
import { refuseGone } from './refuse-gone.ts';
import { pathOf, refuseRepeatedHeaders, requestIdOf } from './request-facts.ts';
import { contentHandlers } from './routes/content/content-handlers.ts';
import type { ContentRoutesParts } from './routes/content/content-route.ts';
import { forgettingHandlers } from './routes/forgetting/forgetting-handlers.ts';
import type { ForgettingRoutesParts } from './routes/forgetting/forgetting-route.ts';
import { goldenHandlers } from './routes/golden/golden-handlers.ts';
import type { GoldenRoutesParts } from './routes/golden/golden-route.ts';
import { guardrailHandlers } from './routes/guardrails/guardrail-handlers.ts';
import type { GuardrailRoutesParts } from './routes/guardrails/guardrail-route.ts';
import { insightHandlers } from './routes/insights/insight-handlers.ts';
import type { InsightRoutesParts } from './routes/insights/insight-route.ts';
import { learningHandlers } from './routes/learning/learning-handlers.ts';
import type { LearningRoutesParts } from './routes/learning/learning-route.ts';
import { logHandlers } from './routes/log/log-handlers.ts';
import type { LogRoutesParts } from './routes/log/log-route.ts';
import { getAudit, getMessage, listMessages, type MessageRoutesParts } from './routes/messages.ts';
import { executeQuery } from './routes/query.ts';
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
import { cancelMessage, followMessage } from './routes/streams.ts';
import { parseStrictJson } from './strict-json.ts';

export interface HttpParts
  extends AdmitRequestParts,
    MessageRoutesParts,
    ContentRoutesParts,
    GoldenRoutesParts,
    GuardrailRoutesParts,
    InsightRoutesParts,
    LearningRoutesParts,
    LogRoutesParts,
    ForgettingRoutesParts,
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
const headerBytesMax = 16 * 1024;
const requestTimeoutMs = 30_000;
/** Together they are held in memory: eight of the largest are 160 MiB. */
const uploadsAtOnce = { totalMax: 8, tenantMax: 4 };

/** The HTTP face of the service: the contract's table of operations, each bound to its handler. */
export function createHttp(parts: HttpParts): FastifyInstance {
  const clientErrors = createClientErrors({
    baseUrl: parts.baseUrl,
    nowMs: parts.clock.nowMs,
    onRefused: ({ requestId, code }) => parts.log.info({ request_id: requestId, code }, 'refused'),
  });
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests on open connections get our own words while the service shuts down.
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    routerOptions: { maxParamLength: 4096 },
    http: {
      maxHeaderSize: headerBytesMax,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 2000,
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      const answered = answerError(parts, error, request, reply);
      // No hook runs for these, so nothing else would tell of them.
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
  // Never reached: the first hook answers what no route fits. Fastify's own would answer in its own words.
  app.setNotFoundHandler(() => Promise.reject(new AppError('not_found')));
  const streams = createEventStreams({
    limits: parts.streamLimits ?? defaultStreamLimits,
    authenticate: parts.authenticate,
    onFault: (error, { request }) =>
      parts.log.error({ request_id: requestIdOf(request), err: error }, 'stream failed'),
  });
  app.addHook('preClose', streams.close);
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
  // Files come as they are, whatever they are said to be; their handlers read them.
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
    done(null, isOptional && body.length === 0 ? undefined : parseStrictJson(body as Buffer));
  } catch (error) {
    done(error as Error);
  }
}

function handlersOf(parts: HttpParts, streams: EventStreams): Readonly<Record<OperationId, Handler>> {
  const { queries, records } = parts;
  const ofMessage = (handler: Handler) => refuseGone(records, handler);
  const learning = learningHandlers(parts);
  return {
    executeQuery: executeQuery({ queries, streams }),
    followMessage: ofMessage(followMessage({ queries, streams })),
    cancelMessage: ofMessage(cancelMessage({ queries })),
    getAudit: getAudit(parts),
    getMessage: ofMessage(getMessage(parts)),
    listMessages: listMessages(parts),
    ...contentHandlers(parts),
    ...goldenHandlers(parts),
    ...guardrailHandlers(parts),
    ...insightHandlers(parts),
    ...learning,
    giveFeedback: ofMessage(learning.giveFeedback),
    listMessageFeedback: ofMessage(learning.listMessageFeedback),
    ...logHandlers(parts),
    ...forgettingHandlers(parts),
    ...reviewHandlers({ ...parts, reviews: queries.reviews }),
    getHealth: getHealth(),
    getReadiness: getReadiness(parts),
    getMetrics: getMetrics(parts),
    getOpenApi: getOpenApi(parts),
    getDocs: getDocs(parts),
    getProblem: getProblem(),
  };
}

/** Stands in for whatever a client expects beyond `100-continue`. */
const unknownExpectation = 'unknown';

/** What is wrong with a request before anything is known of what it asks. */
function refuseIllFormed(request: FastifyRequest): void {
  if (request.url.length > urlLengthMax) throw new AppError('uri_too_long');
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new AppError('invalid_header', { detail: 'The request has no Host header.' });
  }
  if (request.headers.expect === unknownExpectation) {
    throw new AppError('invalid_header', { detail: 'Only 100-continue can be expected.' });
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new AppError('invalid_header', { detail: 'The only transfer coding read here is chunked.' });
  }
  refuseRepeatedHeaders(request);
}

function addHooks(app: FastifyInstance, parts: HttpParts, clientErrors: ClientErrors): void {
  const admitParts = { ...parts, uploadPlaces: createPlaces('uploads', uploadsAtOnce) };
  const told = new WeakSet<FastifyRequest>();
  const tell = (request: FastifyRequest, reply: FastifyReply) => {
    if (!told.has(request)) tellOf(parts, request, reply);
    told.add(request);
  };
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    clientErrors.requestBegan(request.raw);
    reply.raw.once('close', () => {
      clientErrors.requestEnded(socket);
      // No hook runs for a response that was cut off, as a stream is whose client left.
      if (reply.raw.headersSent && !reply.raw.writableFinished) tell(request, reply);
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
  app.addHook('onResponse', async (request, reply) => tell(request, reply));
}

/** Counts a request that has been answered, and logs it where it is worth a line. */
function tellOf({ metrics, log }: HttpParts, request: FastifyRequest, reply: FastifyReply): void {
  const operationId = request.routeOptions.config.operation?.operationId ?? 'none';
  metrics.countRequest(operationId, reply.statusCode, reply.elapsedTime);
  // What was answered is on the record; the log is for what was not, and tells of every request only when asked to.
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

/** A path that exists under another method is 405; every other is 404. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): AppError {
  const path = pathOf(request);
  const all: readonly Operation[] = Object.values(operations);
  const fitting = all
    .filter((operation) => patternOf(operation).test(path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const methods = [...new Set(fitting)];
  if (methods.length === 0) return new AppError('not_found', { detail: 'There is nothing at this path.' });
  reply.header('allow', methods.join(', '));
  return new AppError('method_not_allowed', { detail: `This path takes ${methods.join(', ')}.` });
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
