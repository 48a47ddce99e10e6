import {
  emptyRequestSchema,
  type OperationId,
  passkeyAddRequestSchema,
  setPasswordRequestSchema,
} from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import { idOf } from '../../../http/path-ids.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import { meToWire, passkeyToWire, sessionToWire } from '../people-wire.ts';
import type { PersonPrincipal } from '../sessions.ts';
import { type PeopleRoutes, safeAddressOf, setSessionCookie, signedInOf } from './people-route.ts';

/** `GET /v1/me` */
function getMe({ sessions, users }: PeopleRoutes): Handler {
  return async (request, reply) => {
    const person = signedInOf(request);
    const principal = request.principal as PersonPrincipal;
    // Read anew, because somebody who has just set a password looks for it here.
    const user = await users.get(person.user.tenantId, person.user.userId);
    const shown = { ...principal, person: { ...person, user } };
    return sendEntry(reply, meToWire(shown, sessions.csrfToken(person.session)));
  };
}

/** `POST /v1/sign-out` */
function signOut(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const address = safeAddressOf(routes, request);
    validateOptional(emptyRequestSchema, request.body);
    await routes.account.signOut(signedInOf(request));
    setSessionCookie(reply, address, '');
    return sendDeleted(reply, true);
  };
}

/** `PUT /v1/me/password` */
function setPassword({ account }: PeopleRoutes): Handler {
  return async (request, reply) => {
    const given = validate(setPasswordRequestSchema, request.body);
    const { password, current_password: currentPassword = null } = given;
    await account.setPassword(signedInOf(request), { password, currentPassword });
    return sendDeleted(reply, true);
  };
}

/** `GET /v1/me/passkeys` */
function listPasskeys({ account }: PeopleRoutes): Handler {
  return async (request, reply) => {
    const passkeys = await account.listPasskeys(signedInOf(request));
    return sendEntry(reply, { data: passkeys.map(passkeyToWire) });
  };
}

/** `POST /v1/me/passkeys/options` */
function createPasskeyRegistration(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const person = signedInOf(request);
    validateOptional(emptyRequestSchema, request.body);
    routes.account.requireRecent(person);
    const address = safeAddressOf(routes, request);
    return sendEntry(reply, await routes.passkeys.beginRegistration(person.user, address));
  };
}

/** `POST /v1/me/passkeys` */
function addPasskey(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const person = signedInOf(request);
    const given = validate(passkeyAddRequestSchema, request.body);
    routes.account.requireRecent(person);
    const passkey = await routes.passkeys.register(person.user, given, safeAddressOf(routes, request));
    reply.code(201).header('location', `/v1/me/passkeys/${passkey.passkeyId}`);
    return sendEntry(reply, passkeyToWire(passkey));
  };
}

/** `DELETE /v1/me/passkeys/{passkey_id}` */
function deletePasskey({ account }: PeopleRoutes): Handler {
  return async (request, reply) => {
    await account.deletePasskey(signedInOf(request), idOf(request, 'passkey_id', 'psk'));
    return sendDeleted(reply, true);
  };
}

/** `GET /v1/me/sessions` */
function listMySessions({ account, sessions }: PeopleRoutes): Handler {
  return async (request, reply) => {
    const person = signedInOf(request);
    const open = (await account.listSessions(person)).filter(sessions.isOpen);
    return sendEntry(reply, { data: open.map((one) => sessionToWire(one, person.session.sessionId)) });
  };
}

/** `DELETE /v1/me/sessions` */
function endMyOtherSessions({ account }: PeopleRoutes): Handler {
  return async (request, reply) => {
    await account.endOtherSessions(signedInOf(request));
    return sendDeleted(reply, true);
  };
}

/** `DELETE /v1/me/sessions/{session_id}` */
function endMySession({ account }: PeopleRoutes): Handler {
  return async (request, reply) => {
    await account.endSession(signedInOf(request), idOf(request, 'session_id', 'ses'));
    return sendDeleted(reply, true);
  };
}

/** The handlers of the operations on the account of who is signed in, by their ids. */
export function accountHandlers(routes: PeopleRoutes) {
  return {
    getMe: getMe(routes),
    signOut: signOut(routes),
    setPassword: setPassword(routes),
    listPasskeys: listPasskeys(routes),
    createPasskeyRegistration: createPasskeyRegistration(routes),
    addPasskey: addPasskey(routes),
    deletePasskey: deletePasskey(routes),
    listMySessions: listMySessions(routes),
    endMyOtherSessions: endMyOtherSessions(routes),
    endMySession: endMySession(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
