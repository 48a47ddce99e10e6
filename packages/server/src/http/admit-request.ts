import type { IncomingHttpHeaders } from 'node:http';
import { type HttpOperation, jsonType, mediaTypesOf } from '@avow/contract';
import { AppError, type Clock } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unauthenticated } from '../features/keys/api-key.ts';
import { type Principal, requireScope } from '../features/keys/keys.ts';
import type { AuditLog } from '../features/log/log.ts';
import type { AccessTokens } from '../features/people/access-tokens.ts';
import { type Sessions, signedInPerson } from '../features/people/sessions.ts';
import type { RateLimiter } from '../limits/gcra.ts';
import type { InFlight } from '../limits/in-flight.ts';
import { qualityOf } from './accept.ts';
import { admitPublishable, refuseMalformedVisitor } from './admit-publishable.ts';
import {
  type AuthenticateRequest,
  isSafeMethod,
  refuseCrossSite,
  requireCsrfToken,
} from './authenticate-request.ts';
import type { Cors } from './cors.ts';
import { limitHeaders } from './limit-headers.ts';
import { networkOf } from './network-of.ts';
import { readReason } from './read-reason.ts';
import { requireFittingBody } from './request-facts.ts';
import type { ResponseLimiter } from './response-limiter.ts';

export interface AdmissionDependencies {
  readonly authenticate: AuthenticateRequest;
  readonly sessions: Sessions;
  readonly inFlight: InFlight;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly baseUrl: () => string;
  readonly cors: Pick<Cors, 'allows'>;
  readonly limiters: {
    readonly query: RateLimiter;
    readonly audit: RateLimiter;
    readonly content: RateLimiter;
    readonly publishable: RateLimiter;
    readonly visitors: RateLimiter;
    readonly failedKeys: RateLimiter;
    /** Attempts to sign in, by address. */
    readonly signIns: RateLimiter;
  };
}

/** All checks of a request before its body is read, cheapest first. */
export async function admitRequest(
  parts: AdmissionDependencies & {
    readonly uploads: ResponseLimiter;
  },
  operation: HttpOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (operation.scope === null && operation.session !== true) {
    if (operation.tag === 'access') admitSignIn(parts, operation, request, reply);
    return;
  }
  if (operation.limit === 'query') parts.inFlight.shed();
  if (operation.tokens === true)
    refuseForeignPage(request.headers, { baseUrl: parts.baseUrl(), allows: parts.cors.allows });
  const principal = await authenticated(parts, operation, request, reply);
  request.principal = principal;
  if (operation.session === true && signedInPerson(principal) === null)
    throw new AppError('session_required');
  if (principal.origins !== null)
    request.visitorId = admitPublishable(parts, { operation, principal }, request, reply);
  else if (operation.scope !== null) requireScope(principal, operation.scope);
  requireCsrfToken(parts.sessions, principal, request);
  if (principal.origins === null) takeFromLimit(parts, operation, principal, reply);
  if (principal.origins === null) refuseMalformedVisitor(operation, request);
  refuseUnacceptable(operation, request);
  requireFittingBody(operation, request);
  if (operation.request.upload !== undefined) parts.uploads.acquire(principal.tenantId, reply.raw);
}

/** Somebody who is not signed in yet: attempts count against their address. */
function admitSignIn(
  { limiters, clock }: AdmissionDependencies,
  operation: HttpOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  refuseCrossSite(request);
  if (operation.operationId !== 'getSignInMethods') {
    const decision = limiters.signIns.take(networkOf(request.ip), clock.nowMs());
    reply.headers(limitHeaders('sign_ins', limiters.signIns, decision));
    if (!decision.allowed)
      throw new AppError('rate_limited', {
        detail: 'Too many attempts to sign in from this address.',
        retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
      });
  }
  requireFittingBody(operation, request);
}

/** Whether it changes something without an event of its own. */
export function isNoted({ method, tag }: HttpOperation): boolean {
  return !isSafeMethod(method) && tag !== 'access';
}

/**
 * What a person changes is on the log under their name before it happens. People, keys, tenants and sessions have events of
 * their own.
 */
export async function noteAction(
  { auditLog, clock }: { readonly auditLog: Pick<AuditLog, 'note'>; readonly clock: Clock },
  { principal, routeOptions, params, hiddenId, headers }: FastifyRequest,
): Promise<void> {
  const { operation } = routeOptions.config;
  if (principal === null || operation === undefined || !isNoted(operation)) return;
  const reason = readReason({ headers });
  if (reason === '' && signedInPerson(principal) === null) return;
  const [named = ''] = Object.values(params as Readonly<Record<string, string>>);
  const subject = hiddenId ?? named;
  await auditLog.note(principal.tenantId, {
    ...{ kind: 'action', subject: subjectOf(subject), state: 'requested', atMs: clock.nowMs() },
    ...{ actor: principal.callerId, details: [['operation', operation.operationId]], reason },
  });
}

const subjectPattern = /^[\w-]{1,64}$/;

/** An id, and nothing else that a client may have written. */
const subjectOf = (text: string) => (subjectPattern.test(text) ? text : '');

function refuseUnacceptable(operation: HttpOperation, request: FastifyRequest): void {
  const { accept } = request.headers;
  // A client that states no preference accepts anything.
  if (accept === undefined || accept === '*/*' || operation.anyAccept === true) return;
  const offered = mediaTypesOf(operation);
  // Operations that send nothing on success still send problem documents.
  if (offered.length === 0) offered.push(jsonType);
  if (offered.some((mediaType) => qualityOf(accept, mediaType) > 0)) return;
  throw new AppError('not_acceptable', { detail: `This operation returns ${offered.join(' or ')}.` });
}

/** A failure counts against the address it came from; requests with a valid key are never limited by it. */
async function authenticated(
  parts: AdmissionDependencies,
  { tokens }: HttpOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  try {
    return tokens === true
      ? await authenticateToken(parts, request.headers.authorization)
      : await parts.authenticate(request.headers);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error;
    const decision = parts.limiters.failedKeys.take(networkOf(request.ip), parts.clock.nowMs());
    reply.headers(limitHeaders('failed_keys', parts.limiters.failedKeys, decision));
    if (decision.allowed) throw error;
    throw new AppError('rate_limited', {
      detail: 'Too many failed authentications from this address.',
      retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
    });
  }
}

/** A key or an access token, and never a cookie: no page may use what a browser attaches. */
async function authenticateToken(
  { authenticate, accessTokens }: AdmissionDependencies,
  authorization: string | undefined,
): Promise<Principal> {
  if (authorization === undefined) throw unauthenticated();
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i.exec(authorization)?.[1];
  return token === undefined ? await authenticate({ authorization }) : await accessTokens.authenticate(token);
}

function takeFromLimit(
  parts: AdmissionDependencies,
  operation: HttpOperation,
  principal: Principal,
  reply: FastifyReply,
): void {
  if (operation.limit === null) return;
  takeFrom(parts, { limit: operation.limit, principal }, (headers) => void reply.headers(headers));
}

/** Counts a request of this caller. Throws beyond the limit. `onTaken` is called with what is left, in any case. */
export function takeFrom(
  parts: Pick<AdmissionDependencies, 'limiters' | 'clock'>,
  {
    limit,
    principal,
  }: { readonly limit: NonNullable<HttpOperation['limit']>; readonly principal: Principal },
  onTaken: (headers: ReturnType<typeof limitHeaders>) => void = () => undefined,
): void {
  const limiter = parts.limiters[limit];
  const decision = limiter.take(principal.callerId, parts.clock.nowMs());
  onTaken(limitHeaders(limit, limiter, decision));
  if (decision.allowed) return;
  throw new AppError('rate_limited', {
    detail: `This caller is limited to ${limiter.rate.perMinute} such requests per minute, in bursts of at most ${limiter.rate.burst}.`,
    retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
  });
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests of pages that the service did not serve, unless the operator has allowed their origin. A page may also reach a service on this machine under a name of
 * its own that resolves to a loopback address, so the name must be one of the machine's.
 */
function refuseForeignPage(
  { origin, host }: IncomingHttpHeaders,
  {
    baseUrl,
    allows,
  }: {
    readonly baseUrl: string;
    /** Whether the operator has allowed pages of this origin. */
    readonly allows: (origin: string) => boolean;
  },
): void {
  const { hostname, origin: own } = new URL(baseUrl);
  const isLocal = loopbackNames.has(hostname);
  const isOwn = (page: string) =>
    page === own || (isLocal && URL.canParse(page) && isSameMachine(new URL(page), new URL(baseUrl)));
  if (origin !== undefined && !isOwn(origin) && !allows(origin))
    throw new AppError('csrf_failed', { detail: 'The request comes from a page of another origin.' });
  if (isLocal && host !== undefined && !loopbackNames.has(host.replace(/:\d+$/, '').toLowerCase()))
    throw new AppError('csrf_failed', { detail: 'The Host header does not name this machine.' });
}

const isSameMachine = (page: URL, base: URL) => loopbackNames.has(page.hostname) && page.port === base.port;
