import {
  createSourceRequestSchema,
  deleteSourceQuerySchema,
  syncSourceRequestSchema,
  updateSourceRequestSchema,
} from '@avow/contract';
import type { SourceId } from '@avow/foundation';
import type { FastifyReply } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handlers } from '../../../http/handler.ts';
import { idOf, packOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { Source } from '../source-store.ts';
import { sourceToWire } from '../source-wire.ts';
import type { Sources } from '../sources.ts';

const retryAfterSeconds = '2';

function sendSource(reply: FastifyReply, source: Source): FastifyReply {
  if (source.run !== null) reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply, sourceToWire(source));
}

export interface SourceRoutes {
  readonly contentSources: Sources;
  readonly cursors: Cursors;
}

const locationOf = ({ packId, sourceId }: Source) => `/v1/content-packs/${packId}/sources/${sourceId}`;

/** The handlers of the operations on sources. */
export function sourceHandlers(parts: SourceRoutes) {
  const { contentSources } = parts;
  return {
    /** `GET /v1/content-packs/{pack_id}/sources` */
    listSources: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendList(parts, request, reply, {
        name: ['sources', packId],
        read: (place, limit) =>
          contentSources.list(tenantId, packId, { after: place as SourceId | null, limit }),
        placeOf: ({ sourceId }) => sourceId,
        toWire: sourceToWire,
      });
    },

    /** `POST /v1/content-packs/{pack_id}/sources` */
    createSource: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const given = validate(createSourceRequestSchema, request.body);
      const source = await contentSources.create(tenantId, packId, given, principalOf(request).callerId);
      return sendEntry(reply.code(201).header('location', locationOf(source)), sourceToWire(source));
    },

    /** `GET /v1/content-packs/{pack_id}/sources/{source_id}` */
    getSource: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const sourceId = idOf(request, 'source_id', 'src');
      return sendSource(reply, await contentSources.get(tenantId, packId, sourceId));
    },

    /** `PATCH /v1/content-packs/{pack_id}/sources/{source_id}` */
    updateSource: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const sourceId = idOf(request, 'source_id', 'src');
      const given = validate(updateSourceRequestSchema, request.body);
      return sendSource(reply, await contentSources.update(tenantId, packId, sourceId, given));
    },

    /** `DELETE /v1/content-packs/{pack_id}/sources/{source_id}` */
    deleteSource: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const sourceId = idOf(request, 'source_id', 'src');
      const options = validateParameters(deleteSourceQuerySchema, request.query);
      await contentSources.delete(tenantId, packId, sourceId, options);
      return sendDeleted(reply, true);
    },

    /** `POST /v1/content-packs/{pack_id}/sources/{source_id}/sync` */
    syncSource: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const sourceId = idOf(request, 'source_id', 'src');
      const given = validateOptional(syncSourceRequestSchema, request.body);
      const source = await contentSources.sync(tenantId, packId, sourceId, given);
      return sendSource(reply.code(202).header('location', locationOf(source)), source);
    },
  } satisfies Handlers;
}
