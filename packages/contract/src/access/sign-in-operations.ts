import { jsonType, type OperationResponse, operationGroup, transportProblems } from '../api/operation.ts';
import { emptyRequestSchema } from '../content/pack.ts';
import {
  linkSignInRequestSchema,
  meSchema,
  passkeyOptionsSchema,
  passkeySignInRequestSchema,
  passwordSignInRequestSchema,
  providerCallbackQuerySchema,
  signInMethodsSchema,
} from './sign-in.ts';

const path = '/v1/sign-in';

/** For a person who is not signed in yet: neither a key nor a session is needed. */
const signInOperation = operationGroup({ tag: 'access', scope: null, limit: null }, [
  ...transportProblems,
  'rate_limited',
  'audit_unavailable',
]);

const signedIn: OperationResponse = {
  description: 'The person is signed in: the session is in the cookie.',
  mediaType: jsonType,
  schema: meSchema,
  headers: ['X-Request-Id', 'Cache-Control', 'Set-Cookie'],
};

const redirect = (description: string): OperationResponse => ({
  description,
  mediaType: null,
  schema: null,
  headers: ['X-Request-Id', 'Cache-Control', 'Location', 'Set-Cookie'],
});

export const signInOperations = {
  getSignInMethods: signInOperation({
    operationId: 'getSignInMethods',
    method: 'GET',
    path,
    summary: 'List the ways to sign in',
    description: 'Says how people can sign in to this installation.',
    request: {},
    responses: {
      200: {
        description: 'The ways to sign in.',
        mediaType: jsonType,
        schema: signInMethodsSchema,
        headers: ['X-Request-Id', 'Cache-Control'],
      },
    },
  }),
  signInWithPassword: signInOperation({
    operationId: 'signInWithPassword',
    method: 'POST',
    path: `${path}/password`,
    summary: 'Sign in with a password',
    description:
      'Begins a session. An unknown e-mail address and a wrong password get the same response after the same time. Attempts are limited for each person and each address.',
    request: { body: passwordSignInRequestSchema },
    responses: { 200: signedIn },
    problems: ['sign_in_failed', 'tenant_suspended', 'invalid_state'],
  }),
  createPasskeySignIn: signInOperation({
    operationId: 'createPasskeySignIn',
    method: 'POST',
    path: `${path}/passkey/options`,
    summary: 'Begin to sign in with a passkey',
    description: 'Returns what the browser needs to ask for a passkey (`navigator.credentials.get`).',
    request: { body: emptyRequestSchema, bodyOptional: true },
    responses: {
      200: {
        description: 'A challenge, and the options for the browser.',
        mediaType: jsonType,
        schema: passkeyOptionsSchema,
        headers: ['X-Request-Id', 'Cache-Control'],
      },
    },
    problems: ['invalid_state'],
  }),
  signInWithPasskey: signInOperation({
    operationId: 'signInWithPasskey',
    method: 'POST',
    path: `${path}/passkey`,
    summary: 'Sign in with a passkey',
    description: 'Begins a session. A challenge can be used once.',
    request: { body: passkeySignInRequestSchema },
    responses: { 200: signedIn },
    problems: ['sign_in_failed', 'tenant_suspended', 'invalid_state'],
  }),
  signInWithLink: signInOperation({
    operationId: 'signInWithLink',
    method: 'POST',
    path: `${path}/link`,
    summary: 'Sign in with a one-time link',
    description:
      'Begins a session. The link works once; the person then sets a password or adds a passkey to sign in again later.',
    request: { body: linkSignInRequestSchema },
    responses: { 200: signedIn },
    problems: ['sign_in_failed', 'tenant_suspended', 'invalid_state'],
  }),
  beginProviderSignIn: signInOperation({
    operationId: 'beginProviderSignIn',
    method: 'GET',
    path: `${path}/provider`,
    summary: 'Begin to sign in with the OpenID provider',
    description:
      'For the browser to navigate to: redirects to the provider (OpenID Connect, authorization code with PKCE).',
    request: {},
    responses: { 302: redirect('Continue at the provider.') },
    problems: ['not_found', 'invalid_state', 'provider_error'],
  }),
  endProviderSignIn: signInOperation({
    operationId: 'endProviderSignIn',
    method: 'GET',
    path: `${path}/provider/callback`,
    summary: 'Finish a sign-in with the OpenID provider',
    description:
      'The redirect URI to register with the provider. Redirects to the console, with a session or, after `#error=`, with the code of the problem.',
    request: { query: providerCallbackQuerySchema },
    responses: { 303: redirect('Continue in the console.') },
    problems: ['not_found'],
  }),
} as const;
