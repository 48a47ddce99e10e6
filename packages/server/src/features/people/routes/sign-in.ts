import {
  emptyRequestSchema,
  linkSignInRequestSchema,
  passkeySignInRequestSchema,
  passwordSignInRequestSchema,
} from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPublicAddress } from '../../../http/authenticate-request.ts';
import { providerCookieOf, readCookie, writeCookie } from '../../../http/cookies.ts';
import type { Handler } from '../../../http/handler.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import { sendEntry } from '../../content/routes/content-route.ts';
import {
  type AccessRoutesParts,
  originOf,
  safeAddressOf,
  setSessionCookie,
} from '../../keys/routes/access-route.ts';
import { meToWire } from '../people-wire.ts';
import { type Provider, voucherMs } from '../provider.ts';
import type { PublicAddress } from '../public-address.ts';
import type { BegunSession } from '../sessions.ts';

/** `GET /v1/sign-in` */
export function getSignInMethods({ provider, baseUrl }: AccessRoutesParts): Handler {
  return async (_request, reply) => {
    const isSafe = readPublicAddress(baseUrl()) !== null;
    const shown = provider === null || !isSafe ? null : { name: provider.name };
    return sendEntry(reply, { password: isSafe, passkey: isSafe, provider: shown });
  };
}

function sendSignedIn(
  { sessions }: AccessRoutesParts,
  reply: FastifyReply,
  { address, begun }: { readonly address: PublicAddress; readonly begun: BegunSession },
): FastifyReply {
  const { token, principal } = begun;
  setSessionCookie(reply, address, token);
  return sendEntry(reply, meToWire(principal, sessions.csrfToken(principal.person.session)));
}

/** `POST /v1/sign-in/password` */
export function signInWithPassword(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(parts, request);
    const { email, password, tenant = null } = validate(passwordSignInRequestSchema, request.body);
    const begun = await parts.signIn.withPassword({ email, password, tenant }, originOf(request));
    return sendSignedIn(parts, reply, { address, begun });
  };
}

/** `POST /v1/sign-in/passkey/options` */
export function createPasskeySignIn(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    validateOptional(emptyRequestSchema, request.body);
    return sendEntry(reply, await parts.passkeys.beginSignIn(safeAddressOf(parts, request)));
  };
}

/** `POST /v1/sign-in/passkey` */
export function signInWithPasskey(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(parts, request);
    const given = validate(passkeySignInRequestSchema, request.body);
    const used = await parts.passkeys.verifySignIn(given, address);
    const begun = await parts.signIn.withPasskey(used, originOf(request));
    return sendSignedIn(parts, reply, { address, begun });
  };
}

/** `POST /v1/sign-in/link` */
export function signInWithLink(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(parts, request);
    const { token } = validate(linkSignInRequestSchema, request.body);
    const begun = await parts.signIn.withLink(token, originOf(request));
    return sendSignedIn(parts, reply, { address, begun });
  };
}

function requireProvider({ provider }: AccessRoutesParts): Provider {
  if (provider === null) throw new AppError('not_found', { detail: 'No OpenID provider is configured.' });
  return provider;
}

/** `GET /v1/sign-in/provider` */
export function beginProviderSignIn(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const provider = requireProvider(parts);
    const address = safeAddressOf(parts, request);
    const { url, voucher } = await provider.begin(address);
    const { isSecure } = address;
    const options = { isSecure, maxAgeSeconds: voucherMs / 1000 };
    return reply
      .header('set-cookie', writeCookie(providerCookieOf(isSecure), voucher, options))
      .header('cache-control', 'no-store')
      .redirect(url, 302);
  };
}

/** `GET /v1/sign-in/provider/callback` */
export function endProviderSignIn(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const provider = requireProvider(parts);
    const location = await finish(parts, provider, request, reply).catch((error: unknown) => {
      // A person looks at the response: the console explains the problem.
      if (!(error instanceof AppError)) throw error;
      request.problemCode = error.code;
      return `/console/sign-in#error=${error.code}`;
    });
    return reply.header('cache-control', 'no-store').redirect(location, 303);
  };
}

async function finish(
  parts: AccessRoutesParts,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const address = safeAddressOf(parts, request);
  const { isSecure } = address;
  const name = providerCookieOf(isSecure);
  const voucher = readCookie(request.headers.cookie, name) ?? '';
  reply.header('set-cookie', writeCookie(name, '', { isSecure, maxAgeSeconds: 0 }));
  const at = request.url.indexOf('?');
  const used = await provider.end({ search: at === -1 ? '' : request.url.slice(at), voucher });
  const { token } = await parts.signIn.withProvider(used, originOf(request));
  setSessionCookie(reply, address, token);
  return '/console/';
}
