import { type OperationId, pageQuerySchema } from '@avow/contract';
import {
  apiKeyCreateRequestSchema,
  apiKeyRotateRequestSchema,
  apiKeyUpdateRequestSchema,
  tenantCreateRequestSchema,
  tenantUpdateRequestSchema,
} from '@avow/contract/access';
import { AppError, type Clock, type KeyId, type TenantId } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handler } from '../../../http/handler.ts';
import { idOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { linkToWire, userToWire } from '../../people/people.ts';
import { publicUrlOf, readGranter } from '../../people/routes/people-route.ts';
import type { KeyRow, Tenant } from '../access-store.ts';
import { keyToWire, tenantToWire } from '../key-wire.ts';
import type { ApiKeys, IssuedKey } from '../keys.ts';
import type { Tenants } from '../tenants.ts';

export interface KeyRoutes {
  readonly apiKeys: ApiKeys;
  readonly tenants: Tenants;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly baseUrl: () => string;
}

/** The handlers of the operations on keys and tenants, by their ids. */
export function keyHandlers(routes: KeyRoutes) {
  return {
    createApiKey: createApiKey(routes),
    listApiKeys: listApiKeys(routes),
    getApiKey: getApiKey(routes),
    updateApiKey: updateApiKey(routes),
    rotateApiKey: rotateApiKey(routes),
    revokeApiKey: revokeApiKey(routes),
    createTenant: createTenant(routes),
    listTenants: listTenants(routes),
    getTenant: getTenant(routes),
    updateTenant: updateTenant(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

function placeOf(request: FastifyRequest): readonly [TenantId, KeyId] {
  return [principalOf(request).tenantId, idOf(request, 'key_id', 'key')];
}

function sendIssued({ clock }: KeyRoutes, reply: FastifyReply, { row, text }: IssuedKey): FastifyReply {
  reply.code(201).header('location', `/v1/api-keys/${row.keyId}`);
  return sendEntry(reply, { ...keyToWire(row, clock.nowMs()), key: text });
}

/** `POST /v1/api-keys` */
function createApiKey(routes: KeyRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const given = validate(apiKeyCreateRequestSchema, request.body);
    return sendIssued(routes, reply, await routes.apiKeys.create(tenantId, given, readGranter(request)));
  };
}

/** `GET /v1/api-keys` */
function listApiKeys({ apiKeys, cursors, clock }: KeyRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: 'api keys' };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as KeyId);
    const found = await apiKeys.list(tenantId, { before, limit: limit + 1 });
    const lastOf = ({ keyId }: KeyRow) => keyId;
    const toWire = (key: KeyRow) => keyToWire(key, clock.nowMs());
    return await sendPage(reply, cursors, { list, limit, found, placeOf: lastOf, toWire });
  };
}

/** `GET /v1/api-keys/{key_id}` */
function getApiKey({ apiKeys, clock }: KeyRoutes): Handler {
  return async (request, reply) =>
    sendEntry(reply, keyToWire(await apiKeys.get(...placeOf(request)), clock.nowMs()));
}

/** `PATCH /v1/api-keys/{key_id}` */
function updateApiKey({ apiKeys, clock }: KeyRoutes): Handler {
  return async (request, reply) => {
    const given = validate(apiKeyUpdateRequestSchema, request.body);
    const changed = await apiKeys.change(...placeOf(request), { given, by: readGranter(request) });
    return sendEntry(reply, keyToWire(changed, clock.nowMs()));
  };
}

/** `POST /v1/api-keys/{key_id}/rotate` */
function rotateApiKey(routes: KeyRoutes): Handler {
  return async (request, reply) => {
    const place = placeOf(request);
    const { overlap_hours: overlapHours } = validateOptional(apiKeyRotateRequestSchema, request.body);
    const options = { overlapHours, by: readGranter(request) };
    return sendIssued(routes, reply, await routes.apiKeys.rotate(...place, options));
  };
}

/** `DELETE /v1/api-keys/{key_id}` */
function revokeApiKey({ apiKeys }: KeyRoutes): Handler {
  return async (request, reply) => {
    await apiKeys.revoke(...placeOf(request), readGranter(request));
    return sendDeleted(reply, true);
  };
}

/** `POST /v1/tenants` */
function createTenant(routes: KeyRoutes): Handler {
  return async (request, reply) => {
    const { name, owner: wanted = null } = validate(tenantCreateRequestSchema, request.body);
    const { callerId } = principalOf(request);
    const { tenant, owner } = await routes.tenants.create({ name, owner: wanted }, callerId);
    reply.code(201).header('location', `/v1/tenants/${tenant.tenantId}`);
    const first =
      owner === null
        ? null
        : { ...userToWire(owner.user), link: linkToWire(owner.link, publicUrlOf(routes)) };
    return sendEntry(reply, { ...tenantToWire(tenant), owner: first });
  };
}

/** `GET /v1/tenants` */
function listTenants({ tenants, cursors }: KeyRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: 'tenants' };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as TenantId);
    const found = await tenants.list({ before, limit: limit + 1 });
    const lastOf = (tenant: Tenant) => tenant.tenantId;
    return await sendPage(reply, cursors, { list, limit, found, placeOf: lastOf, toWire: tenantToWire });
  };
}

/** `GET /v1/tenants/{tenant_id}` */
function getTenant({ tenants }: KeyRoutes): Handler {
  return async (request, reply) =>
    sendEntry(reply, tenantToWire(await tenants.get(idOf(request, 'tenant_id', 'ten'))));
}

/** `PATCH /v1/tenants/{tenant_id}` */
function updateTenant({ tenants }: KeyRoutes): Handler {
  return async (request, reply) => {
    const tenantId = idOf(request, 'tenant_id', 'ten');
    const { status } = validate(tenantUpdateRequestSchema, request.body);
    const caller = principalOf(request);
    if (status === 'suspended' && caller.tenantId === tenantId)
      throw new AppError('invalid_state', {
        detail: 'This is the tenant of the caller, who could not resume it. Use the command line.',
      });
    return sendEntry(reply, tenantToWire(await tenants.setStatus(tenantId, status, caller.callerId)));
  };
}
