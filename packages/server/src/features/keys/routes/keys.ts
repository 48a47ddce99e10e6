import { apiKeyCreateRequestSchema, apiKeyRotateRequestSchema, pageQuerySchema } from '@avow/contract';
import type { KeyId, TenantId } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { idOf, sendDeleted, sendEntry } from '../../content/routes/content-route.ts';
import type { KeyRow } from '../access-store.ts';
import { keyToWire } from '../key-wire.ts';
import type { IssuedKey } from '../keys.ts';
import { type KeyRoutes, readGranter } from './key-route.ts';

function placeOf(request: FastifyRequest): readonly [TenantId, KeyId] {
  return [principalOf(request).tenantId, idOf(request, 'key_id', 'key')];
}

function sendIssued({ clock }: KeyRoutes, reply: FastifyReply, { row, text }: IssuedKey): FastifyReply {
  reply.code(201).header('location', `/v1/api-keys/${row.keyId}`);
  return sendEntry(reply, { ...keyToWire(row, clock.nowMs()), key: text });
}

/** `POST /v1/api-keys` */
export function createApiKey(routes: KeyRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const given = validate(apiKeyCreateRequestSchema, request.body);
    return sendIssued(routes, reply, await routes.apiKeys.create(tenantId, given, readGranter(request)));
  };
}

/** `GET /v1/api-keys` */
export function listApiKeys({ apiKeys, cursors, clock }: KeyRoutes): Handler {
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
export function getApiKey({ apiKeys, clock }: KeyRoutes): Handler {
  return async (request, reply) =>
    sendEntry(reply, keyToWire(await apiKeys.get(...placeOf(request)), clock.nowMs()));
}

/** `POST /v1/api-keys/{key_id}/rotate` */
export function rotateApiKey(routes: KeyRoutes): Handler {
  return async (request, reply) => {
    const place = placeOf(request);
    const { overlap_hours: overlapHours } = validateOptional(apiKeyRotateRequestSchema, request.body);
    const options = { overlapHours, by: readGranter(request) };
    return sendIssued(routes, reply, await routes.apiKeys.rotate(...place, options));
  };
}

/** `DELETE /v1/api-keys/{key_id}` */
export function revokeApiKey({ apiKeys }: KeyRoutes): Handler {
  return async (request, reply) => {
    await apiKeys.revoke(...placeOf(request), readGranter(request));
    return sendDeleted(reply, true);
  };
}
