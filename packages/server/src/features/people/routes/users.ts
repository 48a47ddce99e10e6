import {
  emptyRequestSchema,
  type OperationId,
  pageQuerySchema,
  userCreateRequestSchema,
  userUpdateRequestSchema,
} from '@avow/contract';
import type { SessionId, TenantId, UserId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { idOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { linkToWire, userToWire } from '../people.ts';
import type { User } from '../people-store.ts';
import { sessionToWire } from '../people-wire.ts';
import { type PeopleRoutes, publicUrlOf, readGranter } from './people-route.ts';

function placeOf(request: FastifyRequest): readonly [TenantId, UserId] {
  return [principalOf(request).tenantId, idOf(request, 'user_id', 'usr')];
}

/** `POST /v1/users` */
function createUser(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const given = validate(userCreateRequestSchema, request.body);
    const { user, link } = await routes.users.create(tenantId, given, readGranter(request));
    reply.code(201).header('location', `/v1/users/${user.userId}`);
    return sendEntry(reply, { ...userToWire(user), link: linkToWire(link, publicUrlOf(routes)) });
  };
}

/** `GET /v1/users` */
function listUsers({ users, cursors }: PeopleRoutes): Handler {
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
function getUser({ users }: PeopleRoutes): Handler {
  return async (request, reply) => sendEntry(reply, userToWire(await users.get(...placeOf(request))));
}

/** `PATCH /v1/users/{user_id}` */
function updateUser({ users }: PeopleRoutes): Handler {
  return async (request, reply) => {
    const given = validate(userUpdateRequestSchema, request.body);
    const user = await users.update(...placeOf(request), { given, by: readGranter(request) });
    return sendEntry(reply, userToWire(user));
  };
}

/** `DELETE /v1/users/{user_id}` */
function deleteUser({ users }: PeopleRoutes): Handler {
  return async (request, reply) => {
    await users.delete(...placeOf(request), readGranter(request));
    return sendDeleted(reply, true);
  };
}

/** `POST /v1/users/{user_id}/link` */
function createUserLink(routes: PeopleRoutes): Handler {
  return async (request, reply) => {
    const place = placeOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const link = await routes.users.createLink(...place, readGranter(request));
    return sendEntry(reply.code(201), linkToWire(link, publicUrlOf(routes)));
  };
}

/** `GET /v1/users/{user_id}/sessions` */
function listUserSessions({ users, sessions }: PeopleRoutes): Handler {
  return async (request, reply) => {
    const open = (await users.listSessions(...placeOf(request))).filter(sessions.isOpen);
    return sendEntry(reply, { data: open.map((session) => sessionToWire(session, null)) });
  };
}

function endSessions(sessionIdOf: (request: FastifyRequest) => SessionId | null) {
  return ({ users }: PeopleRoutes): Handler =>
    async (request, reply) => {
      const place = placeOf(request);
      await users.endSessions(...place, { sessionId: sessionIdOf(request), by: readGranter(request) });
      return sendDeleted(reply, true);
    };
}

/** `DELETE /v1/users/{user_id}/sessions` */
const endUserSessions = endSessions(() => null);

/** `DELETE /v1/users/{user_id}/sessions/{session_id}` */
const endUserSession = endSessions((request) => idOf(request, 'session_id', 'ses'));

/** The handlers of the operations on people, by their ids. */
export function userHandlers(routes: PeopleRoutes) {
  return {
    createUser: createUser(routes),
    listUsers: listUsers(routes),
    getUser: getUser(routes),
    updateUser: updateUser(routes),
    deleteUser: deleteUser(routes),
    createUserLink: createUserLink(routes),
    listUserSessions: listUserSessions(routes),
    endUserSessions: endUserSessions(routes),
    endUserSession: endUserSession(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
