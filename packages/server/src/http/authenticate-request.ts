import type { IncomingHttpHeaders } from 'node:http';
import { csrfHeader } from '@avow/contract';
import { AppError } from '@avow/foundation';
import { unauthenticated } from '../features/keys/api-key.ts';
import type { Authentication } from '../features/keys/authenticate.ts';
import type { Principal } from '../features/keys/keys.ts';
import { type PublicAddress, publicAddressOf } from '../features/people/public-address.ts';
import { type Sessions, signedInPerson } from '../features/people/sessions.ts';
import { readCookie, sessionCookieOf } from './cookies.ts';

/** Who sent a request with these headers: a key, or else the person whose session is in the cookie. */
export type AuthenticateRequest = (headers: IncomingHttpHeaders) => Promise<Principal>;

export interface AuthenticationDependencies extends Pick<Authentication, 'authenticate'> {
  readonly sessions: Sessions;
  readonly baseUrl: () => string;
}

/** Null: nobody can be signed in, because the address is not safe for sessions. */
export function readPublicAddress(baseUrl: string): PublicAddress | null {
  try {
    return publicAddressOf(baseUrl);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export function createAuthenticateRequest({
  authenticate,
  sessions,
  baseUrl,
}: AuthenticationDependencies): AuthenticateRequest {
  return async ({ authorization, cookie }) => {
    if (authorization !== undefined || cookie === undefined) return await authenticate(authorization);
    const address = readPublicAddress(baseUrl());
    const token = address === null ? null : readCookie(cookie, sessionCookieOf(address.isSecure));
    if (token === null) throw unauthenticated();
    return await sessions.authenticate(token);
  };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isSafeMethod = (method: string) => safeMethods.has(method);

interface Sent {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Browsers say where a request comes from; other clients say nothing. */
export function refuseCrossSite({ method, headers }: Sent): void {
  if (!isSafeMethod(method) && headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('csrf_failed', { detail: 'The request comes from a page of another site.' });
}

/** A browser attaches the cookie to requests that other pages make; only our own page knows the token. */
export function requireCsrfToken(sessions: Sessions, principal: Principal, sent: Sent): void {
  const person = signedInPerson(principal);
  if (person === null || isSafeMethod(sent.method)) return;
  refuseCrossSite(sent);
  const given = sent.headers[csrfHeader.toLowerCase()];
  sessions.checkCsrf(person.session, typeof given === 'string' ? given : undefined);
}
