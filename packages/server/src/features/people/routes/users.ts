import {
  emptyRequestSchema,
  pageQuerySchema,
  userCreateRequestSchema,
  userUpdateRequestSchema,
} from '@avow/contract';
import type { SessionId, TenantId, UserId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import { readPublicAddress } from '../../../http/authenticate-request.ts';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { idOf, sendDeleted, sendEntry } from '../../content/routes/content-route.ts';
import { type AccessRoutesParts, granterOf } from '../../keys/routes/access-route.ts';
import type { User } from '../people-store.ts';
import { linkToWire, sessionToWire, userToWire } from '../people-wire.ts';

/** Where people open links; if they cannot sign in there, the operator learns it from the page. */
export function publicUrlOf({ baseUrl }: Pick<AccessRoutesParts, 'baseUrl'>): string {
  return readPublicAddress(baseUrl())?.url ?? baseUrl();
}

function placeOf(request: FastifyRequest): readonly [TenantId, UserId] {
  return [principalOf(request).tenantId, idOf(request, 'user_id', 'usr')];
}

/** `POST /v1/users` */
export function createUser(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const given = validate(userCreateRequestSchema, request.body);
    const { user, link } = await parts.users.create(tenantId, given, granterOf(request));
    reply.code(201).header('location', `/v1/users/${user.userId}`);
    return sendEntry(reply, { ...userToWire(user), link: linkToWire(link, publicUrlOf(parts)) });
  };
}

/** `GET /v1/users` */
export function listUsers({ users, cursors }: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: 'users' };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as UserId);
    const found = await users.list(tenantId, { before, limit: limit + 1 });
    const lastOf = ({ userId }: User) => userId;
    return await sendPage(reply, cursors, { list, limit, found, placeOf: lastOf, toWire: userToWire });
  };
}

/** `GET /v1/users/{user_id}` */
export function getUser({ users }: AccessRoutesParts): Handler {
  return async (request, reply) => sendEntry(reply, userToWire(await users.get(...placeOf(request))));
}

/** `PATCH /v1/users/{user_id}` */
export function updateUser({ users }: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const given = validate(userUpdateRequestSchema, request.body);
    const user = await users.update(...placeOf(request), { given, by: granterOf(request) });
    return sendEntry(reply, userToWire(user));
  };
}

/** `DELETE /v1/users/{user_id}` */
export function deleteUser({ users }: AccessRoutesParts): Handler {
  return async (request, reply) => {
    await users.delete(...placeOf(request), granterOf(request));
    return sendDeleted(reply, true);
  };
}

/** `POST /v1/users/{user_id}/link` */
export function createUserLink(parts: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const place = placeOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const link = await parts.users.createLink(...place, granterOf(request));
    return sendEntry(reply.code(201), linkToWire(link, publicUrlOf(parts)));
  };
}

/** `GET /v1/users/{user_id}/sessions` */
export function listUserSessions({ users, sessions }: AccessRoutesParts): Handler {
  return async (request, reply) => {
    const open = (await users.listSessions(...placeOf(request))).filter(sessions.isOpen);
    return sendEntry(reply, { data: open.map((session) => sessionToWire(session, null)) });
  };
}

function endSessions(sessionIdOf: (request: FastifyRequest) => SessionId | null) {
  return ({ users }: AccessRoutesParts): Handler =>
    async (request, reply) => {
      const place = placeOf(request);
      await users.endSessions(...place, { sessionId: sessionIdOf(request), by: granterOf(request) });
      return sendDeleted(reply, true);
    };
}

/** `DELETE /v1/users/{user_id}/sessions` */
export const endUserSessions = endSessions(() => null);

/** `DELETE /v1/users/{user_id}/sessions/{session_id}` */
export const endUserSession = endSessions((request) => idOf(request, 'session_id', 'ses'));
