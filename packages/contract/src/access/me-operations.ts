import {
  deletedResponse,
  jsonResponse,
  type OperationResponse,
  operationGroup,
  sessionProblems,
} from '../api/operation.ts';
import { emptyRequestSchema } from '../content/pack.ts';
import {
  meSchema,
  passkeyAddRequestSchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeyParamsSchema,
  passkeySchema,
  sessionListSchema,
  sessionParamsSchema,
  setPasswordRequestSchema,
  signInLimits,
} from './sign-in.ts';

const path = '/v1/me';

/** For a person who is signed in, whatever their role. */
const meOperation = operationGroup({ tag: 'access', scope: null, session: true, limit: 'audit' }, [
  ...sessionProblems,
  'session_required',
  'audit_unavailable',
]);

const done = (description: string): OperationResponse => ({ ...deletedResponse, description });

export const meOperations = {
  getMe: meOperation({
    operationId: 'getMe',
    method: 'GET',
    path,
    summary: 'Read who is signed in',
    description: 'Returns the person, their tenant and scopes, the session and its CSRF token.',
    request: {},
    responses: { 200: jsonResponse('The person who is signed in.', meSchema) },
  }),
  signOut: meOperation({
    operationId: 'signOut',
    method: 'POST',
    path: '/v1/sign-out',
    summary: 'Sign out',
    description: 'Ends the session and removes its cookie.',
    request: { body: emptyRequestSchema, bodyOptional: true },
    responses: { 204: done('Signed out.') },
  }),
  setPassword: meOperation({
    operationId: 'setPassword',
    method: 'PUT',
    path: `${path}/password`,
    summary: 'Set the own password',
    description:
      'Sets or changes the password of the person who is signed in, and ends their other sessions. Without the current password, only shortly after a sign-in by other means.',
    request: { body: setPasswordRequestSchema },
    responses: { 204: done('The password is set.') },
    problems: ['sign_in_failed', 'recent_sign_in_required', 'invalid_state'],
  }),
  listPasskeys: meOperation({
    operationId: 'listPasskeys',
    method: 'GET',
    path: `${path}/passkeys`,
    summary: 'List the own passkeys',
    description: `Newest first. A person can have ${signInLimits.passkeysMax}.`,
    request: {},
    responses: { 200: jsonResponse('The passkeys.', passkeyListSchema) },
  }),
  createPasskeyRegistration: meOperation({
    operationId: 'createPasskeyRegistration',
    method: 'POST',
    path: `${path}/passkeys/options`,
    summary: 'Begin to add a passkey',
    description: 'Returns what the browser needs to create a passkey (`navigator.credentials.create`).',
    request: { body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('A challenge, and the options for the browser.', passkeyOptionsSchema) },
    problems: ['recent_sign_in_required', 'invalid_state'],
  }),
  addPasskey: meOperation({
    operationId: 'addPasskey',
    method: 'POST',
    path: `${path}/passkeys`,
    summary: 'Add a passkey',
    description: 'Adds the passkey that the browser created. The person can sign in with it from now on.',
    request: { body: passkeyAddRequestSchema },
    responses: { 201: jsonResponse('The passkey.', passkeySchema, ['Location']) },
    problems: ['recent_sign_in_required', 'invalid_state'],
  }),
  deletePasskey: meOperation({
    operationId: 'deletePasskey',
    method: 'DELETE',
    path: `${path}/passkeys/{passkey_id}`,
    summary: 'Delete a passkey',
    description: 'Nobody can sign in with it any more.',
    request: { params: passkeyParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'recent_sign_in_required'],
  }),
  listMySessions: meOperation({
    operationId: 'listMySessions',
    method: 'GET',
    path: `${path}/sessions`,
    summary: 'List the own sessions',
    description: 'The open sessions of the person who is signed in, newest first.',
    request: {},
    responses: { 200: jsonResponse('The sessions.', sessionListSchema) },
  }),
  endMyOtherSessions: meOperation({
    operationId: 'endMyOtherSessions',
    method: 'DELETE',
    path: `${path}/sessions`,
    summary: 'End all other own sessions',
    description: 'Ends every session of the person but that of this request.',
    request: {},
    responses: { 204: done('They have ended.') },
  }),
  endMySession: meOperation({
    operationId: 'endMySession',
    method: 'DELETE',
    path: `${path}/sessions/{session_id}`,
    summary: 'End an own session',
    description: 'The session stops working within a second.',
    request: { params: sessionParamsSchema },
    responses: { 204: done('It has ended.') },
    problems: ['not_found'],
  }),
} as const;
