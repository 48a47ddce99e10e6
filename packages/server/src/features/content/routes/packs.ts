import { type ContentPack, createPackRequestSchema, updatePackRequestSchema } from '@avow/contract';
import type { PackId, TenantId } from '@avow/foundation';
import type { Handlers } from '../../../http/handler.ts';
import { found, packOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate } from '../../../http/validate.ts';
import type { Pack } from '../content-store.ts';
import type { ContentRoutes } from './content-route.ts';
import { packToWire } from './content-wire.ts';

/** A pack as on the wire, with what its index and its screening still have to do. */
export async function describePack(
  { contentPacks }: ContentRoutes,
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

/** The handlers of the operations on content packs. */
export function packHandlers(parts: ContentRoutes) {
  const { contentPacks } = parts;
  return {
    /** `GET /v1/content-packs` */
    listContentPacks: async (request, reply) => {
      const { tenantId } = principalOf(request);
      return sendList(parts, request, reply, {
        name: ['content-packs'],
        read: (place, limit) => contentPacks.listPacks(tenantId, { after: place as PackId | null, limit }),
        placeOf: (pack) => pack.packId,
        toWire: (pack) => describePack(parts, tenantId, pack),
      });
    },

    /** `POST /v1/content-packs` */
    createContentPack: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const wanted = validate(createPackRequestSchema, request.body);
      const pack = await describePack(parts, tenantId, await contentPacks.createPack(tenantId, wanted));
      return sendEntry(reply.code(201).header('location', `/v1/content-packs/${pack.id}`), pack);
    },

    /** `GET /v1/content-packs/{pack_id}` */
    getContentPack: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const pack = found(await contentPacks.getPack(tenantId, packId));
      const entry = await describePack(parts, tenantId, pack);
      return await sendRevised(request, reply, { revision: pack.draftRevision, entry });
    },

    /** `PATCH /v1/content-packs/{pack_id}` */
    updateContentPack: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const change = validate(updatePackRequestSchema, request.body);
      const pack = await contentPacks.updatePack(tenantId, packId, change);
      return sendEntry(reply, await describePack(parts, tenantId, pack));
    },

    /** `DELETE /v1/content-packs/{pack_id}` */
    deleteContentPack: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendDeleted(reply, await contentPacks.deletePack(tenantId, packId));
    },
  } satisfies Handlers;
}
