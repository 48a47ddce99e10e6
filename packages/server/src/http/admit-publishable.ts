import { hash } from 'node:crypto';
import { type HttpOperation, visitorTokenHeader, visitorTokenPattern } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../features/keys/keys.ts';
import type { RecordStore } from '../features/records/record-store.ts';
import type { RateLimiter } from '../limits/gcra.ts';
import { limitHeaders } from './limit-headers.ts';
import { networkOf } from './network-of.ts';
import { messageIdOf } from './path-ids.ts';

interface PublishableDependencies {
  readonly baseUrl: () => string;
  readonly clock: Clock;
  readonly limiters: {
    /** Questions and feedback with one publishable key. */
    readonly publishable: RateLimiter;
    /** The same from one address. */
    readonly visitors: RateLimiter;
    readonly audit: RateLimiter;
  };
}

/**
 * A publishable key is known to everybody. So it may do little, from its pages, within limits of its own; and what belongs
 * to one visitor is reached only with the secret of that visitor, which is returned here as the id of an end user.
 */
export function admitPublishable(
  parts: PublishableDependencies,
  { operation, principal }: { readonly operation: HttpOperation; readonly principal: Principal },
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  if (operation.publishable !== true)
    throw new AppError('insufficient_scope', {
      detail: 'A publishable key can only ask, follow its own questions and give feedback on them.',
    });
  const origin = originOf(request, parts.baseUrl());
  if (origin === null || principal.origins?.includes(origin) !== true)
    throw new AppError('origin_not_allowed', {
      detail:
        origin === null
          ? 'The request has no Origin header: a publishable key works in browsers only.'
          : 'This key is not bound to the origin of the page.',
    });
  takeFromLimits(parts, operation, { principal, network: networkOf(request.ip) }, reply);
  return visitorIdOf(principal, request.headers[visitorTokenHeader.toLowerCase()]);
}

/** Browsers leave the origin out of a GET request to the page's own origin, and say so in another header. */
function originOf({ headers }: FastifyRequest, baseUrl: string): string | null {
  if (headers.origin !== undefined) return headers.origin;
  return headers['sec-fetch-site'] === 'same-origin' ? new URL(baseUrl).origin : null;
}

function takeFromLimits(
  { limiters, clock }: PublishableDependencies,
  operation: HttpOperation,
  { principal, network }: { readonly principal: Principal; readonly network: string },
  reply: FastifyReply,
): void {
  const visitor = `${principal.callerId}/${network}`;
  // The address comes first: one visitor cannot use up what is there for all.
  const taken =
    operation.limit === 'query'
      ? ([
          ['visitors', visitor],
          ['publishable', principal.callerId],
        ] as const)
      : ([['audit', visitor]] as const);
  for (const [name, who] of taken) {
    const limiter = limiters[name];
    const decision = limiter.take(who, clock.nowMs());
    reply.headers(limitHeaders(name, limiter, decision));
    if (!decision.allowed)
      throw new AppError('rate_limited', {
        detail: `${name === 'publishable' ? 'This key' : 'This address'} is limited to ${limiter.rate.perMinute} such requests per minute, in bursts of at most ${limiter.rate.burst}.`,
        retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
      });
  }
}

/** A key that is not publishable needs no visitor, but what is sent must be what the header is for. */
export function refuseMalformedVisitor(operation: HttpOperation, { headers }: FastifyRequest): void {
  const token = headers[visitorTokenHeader.toLowerCase()];
  if (operation.publishable !== true || token === undefined) return;
  if (typeof token !== 'string' || !visitorTokenPattern.test(token))
    throw new AppError('invalid_header', {
      detail: `${visitorTokenHeader} must be 32 to 128 random characters of base64url.`,
    });
}

/** Only the hash is stored, so that reading records does not give access to threads. */
function visitorIdOf({ tenantId }: Principal, token: string | string[] | undefined): string {
  if (typeof token !== 'string' || !visitorTokenPattern.test(token))
    throw new AppError('invalid_header', {
      detail: `With a publishable key, ${visitorTokenHeader} must be 32 to 128 random characters of base64url.`,
    });
  return `visitor_${hash('sha256', `${tenantId} ${token}`, 'base64url')}`;
}

/** A visitor reaches their own messages; for any other id the answer is the same as for one that does not exist. */
export async function requireOwnMessage(
  { records }: { readonly records: Pick<RecordStore, 'getMessage'> },
  request: FastifyRequest,
): Promise<void> {
  const { visitorId, principal, params } = request;
  const { message_id: named } = params as { readonly message_id?: string };
  if (visitorId === null || principal === null || named === undefined) return;
  const stored = await records.getMessage(principal.tenantId, messageIdOf(request));
  if (stored?.endUserId !== visitorId) throw new AppError('not_found');
}
