import {
  type ContentPack,
  createPackRequestSchema,
  emptyRequestSchema,
  publishRequestSchema,
  rollbackRequestSchema,
  updatePackRequestSchema,
} from '@avow/contract';
import type { PackId, TenantId } from '@avow/foundation';
import { readIfMatch } from '../../../http/if-match.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import type { Pack } from '../content-store.ts';
import {
  type ContentHandler,
  type ContentRoutesParts,
  found,
  placeOf,
  sendAccepted,
  sendDeleted,
  sendEntry,
  sendList,
} from './content-route.ts';
import { packToWire, reportToWire, versionToWire } from './content-wire.ts';

async function describePack(
  { contentPacks }: ContentRoutesParts,
  tenantId: TenantId,
  pack: Pack | null,
): Promise<ContentPack> {
  const known = found(pack);
  const [vectors, screening] = await Promise.all([
    contentPacks.vectorProgress(tenantId, known),
    contentPacks.screeningProgress(tenantId, known),
  ]);
  return packToWire(known, { vectors, screening });
}

/** `GET /v1/content-packs` */
export function listContentPacks(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    return sendList(parts, request, reply, {
      name: ['content-packs'],
      read: (place, limit) =>
        parts.contentPacks.listPacks(tenantId, { after: place as PackId | null, limit }),
      placeOf: (pack) => pack.packId,
      toWire: (pack) => describePack(parts, tenantId, pack),
    });
  };
}

/** `POST /v1/content-packs` */
export function createContentPack(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const wanted = validate(createPackRequestSchema, request.body);
    const pack = await describePack(parts, tenantId, await parts.contentPacks.createPack(tenantId, wanted));
    return sendEntry(reply.code(201).header('location', `/v1/content-packs/${pack.id}`), pack);
  };
}

/** `GET /v1/content-packs/{pack_id}` */
export function getContentPack(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const pack = found(await parts.contentPacks.getPack(tenantId, packId));
    const entry = await describePack(parts, tenantId, pack);
    return await sendRevised(request, reply, { revision: pack.draftRevision, entry });
  };
}

/** `PATCH /v1/content-packs/{pack_id}` */
export function updateContentPack(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const change = validate(updatePackRequestSchema, request.body);
    const pack = await parts.contentPacks.updatePack(tenantId, packId, change);
    return sendEntry(reply, await describePack(parts, tenantId, pack));
  };
}

/** `DELETE /v1/content-packs/{pack_id}` */
export function deleteContentPack({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    return sendDeleted(reply, await contentPacks.deletePack(tenantId, packId));
  };
}

/** `GET /v1/content-packs/{pack_id}/versions` */
export function listContentPackVersions(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    return sendList(parts, request, reply, {
      name: ['versions', packId],
      read: (place, limit) =>
        parts.contentPacks.listVersions(tenantId, packId, {
          before: place === null ? null : Number(place),
          limit,
        }),
      placeOf: ({ version }) => String(version),
      toWire: versionToWire,
    });
  };
}

/** `POST /v1/content-packs/{pack_id}/publish` */
export function publishContentPack({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const { note, force: isForced } = validateOptional(publishRequestSchema, request.body);
    const expected = readIfMatch(request.headers['if-match']);
    const options = { note, isForced, expected };
    return sendAccepted(reply, found(await contentPacks.publish(tenantId, packId, options)));
  };
}

/** `POST /v1/content-packs/{pack_id}/rollback` */
export function rollbackContentPack(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const { version } = validate(rollbackRequestSchema, request.body);
    const pack = await parts.contentPacks.rollback(tenantId, packId, version);
    return sendEntry(reply, await describePack(parts, tenantId, pack));
  };
}

/** `POST /v1/content-packs/{pack_id}/unpublish` */
export function unpublishContentPack(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const pack = await parts.contentPacks.unpublish(tenantId, packId);
    return sendEntry(reply, await describePack(parts, tenantId, pack));
  };
}

/** `GET /v1/content-packs/{pack_id}/report` */
export function getContentPackReport({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    return sendEntry(reply, reportToWire(found(await contentPacks.report(tenantId, packId))));
  };
}
