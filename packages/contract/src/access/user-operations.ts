import { creating, deletedResponse, jsonResponse, operationGroup } from '../api/operation.ts';
import { emptyRequestSchema, pageQuerySchema } from '../content/pack.ts';
import { sessionListSchema } from './sign-in.ts';
import {
  userCreateRequestSchema,
  userLimits,
  userLinkSchema,
  userPageSchema,
  userParamsSchema,
  userSchema,
  userSessionParamsSchema,
  userUpdateRequestSchema,
  userWithLinkSchema,
} from './user.ts';

const path = '/v1/users';
const userPath = `${path}/{user_id}`;

const userOperation = operationGroup({ tag: 'access', scope: 'keys:manage', limit: 'audit' });

const rule =
  'A caller who lacks a scope of the role, or of the role that the person has, or one of their groups, is refused with `insufficient_scope`.';

/** The people of a tenant. */
export const userOperations = {
  createUser: creating(
    userOperation({
      operationId: 'createUser',
      method: 'POST',
      path,
      summary: 'Invite a person',
      description: `Creates a person and returns a one-time link for them, which works for ${userLimits.linkHours} hours. ${rule} An e-mail address that another person of the tenant has, and more than ${userLimits.usersMax.toLocaleString('en')} people, are refused with \`invalid_state\`.`,
      request: { body: userCreateRequestSchema },
      responses: { 201: jsonResponse('The person and their link.', userWithLinkSchema, ['Location']) },
      problems: ['invalid_state'],
    }),
    'secret',
  ),
  listUsers: userOperation({
    operationId: 'listUsers',
    method: 'GET',
    path,
    summary: 'List people',
    description: 'Newest first.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of people.', userPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getUser: userOperation({
    operationId: 'getUser',
    method: 'GET',
    path: userPath,
    summary: 'Read a person',
    description: 'Returns their role, their groups and how they can sign in.',
    request: { params: userParamsSchema },
    responses: { 200: jsonResponse('The person.', userSchema) },
    problems: ['not_found'],
  }),
  updateUser: userOperation({
    operationId: 'updateUser',
    method: 'PATCH',
    path: userPath,
    summary: 'Change a person',
    description: `Changes the given fields only, for their open sessions too. ${rule} The last active owner must stay one: anything else is refused with \`invalid_state\`.`,
    request: { params: userParamsSchema, body: userUpdateRequestSchema },
    responses: { 200: jsonResponse('The person.', userSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  deleteUser: userOperation({
    operationId: 'deleteUser',
    method: 'DELETE',
    path: userPath,
    summary: 'Delete a person',
    description:
      'Deletes them with their password, passkeys, links and sessions. Their name stays on the log. The last active owner cannot be deleted.',
    request: { params: userParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'invalid_state'],
  }),
  createUserLink: creating(
    userOperation({
      operationId: 'createUserLink',
      method: 'POST',
      path: `${userPath}/link`,
      summary: 'Create a one-time link',
      description: `Returns another link for the person, for example if they lost their password. Earlier links stop working. ${rule}`,
      request: { params: userParamsSchema, body: emptyRequestSchema, bodyOptional: true },
      responses: { 201: jsonResponse('The link.', userLinkSchema) },
      problems: ['not_found', 'invalid_state'],
    }),
    'secret',
  ),
  listUserSessions: userOperation({
    operationId: 'listUserSessions',
    method: 'GET',
    path: `${userPath}/sessions`,
    summary: 'List the sessions of a person',
    description: 'Their open sessions, newest first.',
    request: { params: userParamsSchema },
    responses: { 200: jsonResponse('The sessions.', sessionListSchema) },
    problems: ['not_found'],
  }),
  endUserSessions: userOperation({
    operationId: 'endUserSessions',
    method: 'DELETE',
    path: `${userPath}/sessions`,
    summary: 'End all sessions of a person',
    description: 'They stop working within a second.',
    request: { params: userParamsSchema },
    responses: { 204: { ...deletedResponse, description: 'They have ended.' } },
    problems: ['not_found'],
  }),
  endUserSession: userOperation({
    operationId: 'endUserSession',
    method: 'DELETE',
    path: `${userPath}/sessions/{session_id}`,
    summary: 'End a session of a person',
    description: 'It stops working within a second.',
    request: { params: userSessionParamsSchema },
    responses: { 204: { ...deletedResponse, description: 'It has ended.' } },
    problems: ['not_found'],
  }),
} as const;
