import { emptyRequestSchema, publishRequestSchema, rollbackRequestSchema } from '@avow/contract';
import type { Handlers } from '../../../http/handler.ts';
import { readIfMatch } from '../../../http/if-match.ts';
import { found, packOf } from '../../../http/path-ids.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import type { ContentRoutes } from '../../content/routes/content-route.ts';
import { sendAccepted } from '../../content/routes/jobs.ts';
import { describePack } from '../../content/routes/packs.ts';
import { packReportToWire, versionToWire } from './publication-wire.ts';

/** The handlers of what is published of a content pack, and of the report on its draft. */
export function publicationHandlers(parts: ContentRoutes) {
  const { contentPacks } = parts;
  return {
    /** `GET /v1/content-packs/{pack_id}/versions` */
    listContentPackVersions: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendList(parts, request, reply, {
        name: ['versions', packId],
        read: (place, limit) =>
          contentPacks.listVersions(tenantId, packId, {
            before: place === null ? null : Number(place),
            limit,
          }),
        placeOf: ({ version }) => String(version),
        toWire: versionToWire,
      });
    },

    /** `POST /v1/content-packs/{pack_id}/publish` */
    publishContentPack: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { note, force: isForced } = validateOptional(publishRequestSchema, request.body);
      const expected = readIfMatch(request.headers['if-match']);
      const options = { note, isForced, expected };
      return sendAccepted(reply, found(await contentPacks.publish(tenantId, packId, options)));
    },

    /** `POST /v1/content-packs/{pack_id}/rollback` */
    rollbackContentPack: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { version } = validate(rollbackRequestSchema, request.body);
      const pack = await contentPacks.rollback(tenantId, packId, version);
      return sendEntry(reply, await describePack(parts, tenantId, pack));
    },

    /** `POST /v1/content-packs/{pack_id}/unpublish` */
    unpublishContentPack: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      validateOptional(emptyRequestSchema, request.body);
      const pack = await contentPacks.unpublish(tenantId, packId);
      return sendEntry(reply, await describePack(parts, tenantId, pack));
    },

    /** `GET /v1/content-packs/{pack_id}/report` */
    getContentPackReport: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendEntry(reply, packReportToWire(found(await contentPacks.report(tenantId, packId))));
    },
  } satisfies Handlers;
}
