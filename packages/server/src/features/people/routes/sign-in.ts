import {
  emptyRequestSchema,
  linkSignInRequestSchema,
  type OperationId,
  passkeySignInRequestSchema,
  passwordSignInRequestSchema,
} from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPublicAddress } from '../../../http/authenticate-request.ts';
import { providerCookieOf, readCookie, writeCookie } from '../../../http/cookies.ts';
import type { Handler } from '../../../http/handler.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import { meToWire } from '../people-wire.ts';
import { type Provider, voucherMs } from '../provider.ts';
import type { PublicAddress } from '../public-address.ts';
import type { BegunSession } from '../sessions.ts';
import { type PeopleRoutes, readOrigin, safeAddressOf, setSessionCookie } from './people-route.ts';

/** `GET /v1/sign-in` */
function getSignInMethods({ provider, baseUrl }: PeopleRoutes): Handler {
  return async (_request, reply) => {
    const isSafe = readPublicAddress(baseUrl()) !== null;
    const shown = provider === null || !isSafe ? null : { name: provider.name };
    return sendEntry(reply, { password: isSafe, passkey: isSafe, provider: shown });
  };
}

function sendSignedIn(
  { sessions }: PeopleRoutes,
  reply: FastifyReply,
  { address, begun }: { readonly address: PublicAddress; readonly begun: BegunSession },
): FastifyReply {
  const { token, principal } = begun;
  setSessionCookie(reply, address, token);
  return sendEntry(reply, meToWire(principal, sessions.csrfToken(principal.person.session)));
}

/** `POST /v1/sign-in/password` */
function signInWithPassword(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(routes, request);
    const { email, password, tenant = null } = validate(passwordSignInRequestSchema, request.body);
    const begun = await routes.signIn.withPassword({ email, password, tenant }, readOrigin(request));
    return sendSignedIn(routes, reply, { address, begun });
  };
}

/** `POST /v1/sign-in/passkey/options` */
function createPasskeySignIn(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    validateOptional(emptyRequestSchema, request.body);
    return sendEntry(reply, await routes.passkeys.beginSignIn(safeAddressOf(routes, request)));
  };
}

/** `POST /v1/sign-in/passkey` */
function signInWithPasskey(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(routes, request);
    const given = validate(passkeySignInRequestSchema, request.body);
    const used = await routes.passkeys.verifySignIn(given, address);
    const begun = await routes.signIn.withPasskey(used, readOrigin(request));
    return sendSignedIn(routes, reply, { address, begun });
  };
}

/** `POST /v1/sign-in/link` */
function signInWithLink(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(routes, request);
    const { token } = validate(linkSignInRequestSchema, request.body);
    const begun = await routes.signIn.withLink(token, readOrigin(request));
    return sendSignedIn(routes, reply, { address, begun });
  };
}

function requireProvider({ provider }: PeopleRoutes): Provider {
  if (provider === null) throw new AppError('not_found', { detail: 'No OpenID provider is configured.' });
  return provider;
}

/** `GET /v1/sign-in/provider` */
function beginProviderSignIn(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const provider = requireProvider(routes);
    const address = safeAddressOf(routes, request);
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
function endProviderSignIn(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const provider = requireProvider(routes);
    const location = await finish(routes, provider, request, reply).catch((error: unknown) => {
      // A person looks at the response: the console explains the problem.
      if (!(error instanceof AppError)) throw error;
      request.problemCode = error.code;
      return `/console/sign-in#error=${error.code}`;
    });
    return reply.header('cache-control', 'no-store').redirect(location, 303);
  };
}

async function finish(
  routes: PeopleRoutes,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const address = safeAddressOf(routes, request);
  const { isSecure } = address;
  const name = providerCookieOf(isSecure);
  const voucher = readCookie(request.headers.cookie, name) ?? '';
  reply.header('set-cookie', writeCookie(name, '', { isSecure, maxAgeSeconds: 0 }));
  const at = request.url.indexOf('?');
  const used = await provider.end({ search: at === -1 ? '' : request.url.slice(at), voucher });
  const { token } = await routes.signIn.withProvider(used, readOrigin(request));
  setSessionCookie(reply, address, token);
  return '/console/';
}

/** The handlers of the operations on how people sign in, by their ids. */
export function signInHandlers(routes: PeopleRoutes) {
  return {
    getSignInMethods: getSignInMethods(routes),
    signInWithPassword: signInWithPassword(routes),
    createPasskeySignIn: createPasskeySignIn(routes),
    signInWithPasskey: signInWithPasskey(routes),
    signInWithLink: signInWithLink(routes),
    beginProviderSignIn: beginProviderSignIn(routes),
    endProviderSignIn: endProviderSignIn(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
