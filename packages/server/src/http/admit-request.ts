import { jsonType, mediaTypesOf, type Operation } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticate, type Principal, requireScope } from '../access/authenticate.ts';
import type { RateLimiter } from '../access/gcra.ts';
import type { InFlight } from '../access/in-flight-limit.ts';
import { qualityOf } from './accept.ts';
import { limitHeaders } from './limit-headers.ts';
import { requireFittingBody } from './request-facts.ts';
import type { ResponseLimiter } from './response-limiter.ts';

export interface AdmitRequestParts {
  readonly authenticate: Authenticate;
  readonly inFlight: InFlight;
  readonly clock: Clock;
  readonly limiters: {
    readonly query: RateLimiter;
    readonly audit: RateLimiter;
    readonly content: RateLimiter;
    readonly failedKeys: RateLimiter;
  };
}

/** What `createHttp` adds. */
interface UploadParts {
  readonly uploads: ResponseLimiter;
}

/** All checks of a request before its body is read, cheapest first. */
export async function admitRequest(
  parts: AdmitRequestParts & UploadParts,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (operation.scope === null) return;
  if (operation.limit === 'query') parts.inFlight.shed();
  const principal = await authenticated(parts, request, reply);
  request.principal = principal;
  requireScope(principal, operation.scope);
  takeFromLimit(parts, operation, principal, reply);
  refuseUnacceptable(operation, request);
  requireFittingBody(operation, request);
  if (operation.request.upload !== undefined) parts.uploads.acquire(principal.tenantId, reply.raw);
}

function refuseUnacceptable(operation: Operation, request: FastifyRequest): void {
  const { accept } = request.headers;
  // A client that states no preference accepts anything.
  if (accept === undefined || accept === '*/*') return;
  const offered = mediaTypesOf(operation);
  // Operations that send nothing on success still send problem documents.
  if (offered.length === 0) offered.push(jsonType);
  if (offered.some((mediaType) => qualityOf(accept, mediaType) > 0)) return;
  throw new AppError('not_acceptable', { detail: `This operation returns ${offered.join(' or ')}.` });
}

/** A failure counts against the address it came from; requests with a valid key are never limited by it. */
async function authenticated(
  parts: AdmitRequestParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  try {
    return await parts.authenticate(request.headers.authorization);
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

/** A single customer usually has a whole /64 IPv6 network, so its addresses count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const headParts = head.split(':').filter((part) => part !== '');
  const tailParts = (tail ?? '').split(':').filter((part) => part !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - headParts.length - tailParts.length);
  return [...headParts, ...new Array<string>(zeros).fill('0'), ...tailParts].slice(0, 4).join(':');
}

function takeFromLimit(
  parts: AdmitRequestParts,
  operation: Operation,
  principal: Principal,
  reply: FastifyReply,
): void {
  if (operation.limit === null) return;
  const limiter = parts.limiters[operation.limit];
  const decision = limiter.take(principal.keyId, parts.clock.nowMs());
  reply.headers(limitHeaders(operation.limit, limiter, decision));
  if (decision.allowed) return;
  throw new AppError('rate_limited', {
    detail: `This key is limited to ${limiter.rate.perMinute} such requests per minute, in bursts of at most ${limiter.rate.burst}.`,
    retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
  });
}
