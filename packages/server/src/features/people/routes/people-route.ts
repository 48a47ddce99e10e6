import { AppError, type Clock } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPublicAddress } from '../../../http/authenticate-request.ts';
import { sessionCookieOf, writeCookie } from '../../../http/cookies.ts';
import type { Cursors } from '../../../http/cursor.ts';
import { principalOf } from '../../../http/request-facts.ts';
import type { RateLimiter } from '../../../limits/gcra.ts';
import type { Granter } from '../../keys/keys.ts';
import type { Account } from '../account.ts';
import type { PersonPasskeys } from '../passkeys.ts';
import type { People } from '../people.ts';
import type { FoundSession } from '../people-store.ts';
import type { Provider } from '../provider.ts';
import { type PublicAddress, publicAddressOf } from '../public-address.ts';
import { type Origin, type Sessions, signedInPerson } from '../sessions.ts';
import type { SignInFlows } from '../sign-in.ts';

export interface PeopleRoutes {
  readonly sessions: Sessions;
  readonly signIn: SignInFlows;
  readonly account: Account;
  readonly passkeys: PersonPasskeys;
  /** Null: none is configured. */
  readonly provider: Provider | null;
  readonly users: People;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  readonly limiters: { readonly signIns: RateLimiter };
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** How browsers reach the service. Throws if sessions would not be safe there. */
export function safeAddressOf({ baseUrl }: PeopleRoutes, request: FastifyRequest): PublicAddress {
  const address = publicAddressOf(baseUrl());
  // A service that listens everywhere is reached over the network as well.
  if (address.isSecure || loopbackHost.test(request.headers.host ?? '')) return address;
  throw new AppError('invalid_state', {
    detail:
      'People can sign in over https only, or on the machine of the service: set AVOW_BASE_URL to the https address of the service.',
  });
}

export function readOrigin(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/** The person of an operation for people who are signed in. */
export function signedInOf(request: FastifyRequest): FoundSession {
  const person = signedInPerson(principalOf(request));
  if (person === null) throw new AppError('session_required');
  return person;
}

/** The caller, as somebody who gives rights. */
export function readGranter(request: FastifyRequest): Granter {
  const { callerId, scopes, groups } = principalOf(request);
  return { actor: callerId, scopes, groups };
}

/** Where people open links; if they cannot sign in there, the operator learns it from the page. */
export function publicUrlOf({ baseUrl }: Pick<PeopleRoutes, 'baseUrl'>): string {
  return readPublicAddress(baseUrl())?.url ?? baseUrl();
}

export function setSessionCookie(reply: FastifyReply, { isSecure }: PublicAddress, token: string): void {
  const name = sessionCookieOf(isSecure);
  const maxAgeSeconds = token === '' ? 0 : null;
  reply.header('set-cookie', writeCookie(name, token, { isSecure, maxAgeSeconds }));
}
