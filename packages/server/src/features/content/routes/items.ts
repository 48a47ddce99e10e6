import {
  changeItemsRequestSchema,
  type FoundItem as FoundItemEntry,
  findItemsQuerySchema,
  removeItemsRequestSchema,
} from '@avow/contract/content';
import { formatTime } from '@avow/contract/values';
import type { PackId } from '@avow/foundation';
import type { Handlers } from '../../../http/handler.ts';
import { found, packOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import type { FindPlace, FoundItem } from '../content.ts';
import type { ContentRoutes } from './content-route.ts';

function itemToWire({
  kind,
  id,
  packId,
  title,
  source,
  excerpt,
  labels,
  updatedAtMs,
}: FoundItem): FoundItemEntry {
  return {
    kind: kind === 'pair' ? 'qna' : kind,
    id,
    content_pack_id: packId,
    ...{ title, source, excerpt },
    owner: labels.owner,
    tags: [...labels.tags],
    updated_at: formatTime(updatedAtMs),
  };
}

/** The handlers of what is done with many documents and pairs at once, and of finding them. */
export function itemHandlers({ contentPacks, cursors }: ContentRoutes) {
  return {
    /** `POST /v1/content-packs/{pack_id}/items/change` */
    changeItems: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const wanted = validate(changeItemsRequestSchema, request.body);
      const { item_ids: ids, add_tags: addTags = [], remove_tags: removeTags = [], ...same } = wanted;
      const change = { ids, addTags, removeTags, ...same };
      return sendEntry(reply, { changed: found(await contentPacks.changeItems(tenantId, packId, change)) });
    },

    /** `POST /v1/content-packs/{pack_id}/items/remove` */
    removeItems: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { item_ids: ids } = validate(removeItemsRequestSchema, request.body);
      return sendEntry(reply, { changed: found(await contentPacks.removeItems(tenantId, packId, ids)) });
    },

    /** `GET /v1/content-packs/{pack_id}/items/labels` */
    listItemLabels: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendEntry(reply, found(await contentPacks.listLabels(tenantId, packId)));
    },

    /** `GET /v1/content-items` */
    findItems: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const query = validateParameters(findItemsQuerySchema, request.query);
      const { text, content_pack_id: packId = null, cursor, limit } = query;
      const list = { tenantId, filter: JSON.stringify(['content-items', text, packId]) };
      const from: FindPlace | null = cursor === undefined ? null : JSON.parse(cursors.read(cursor, list));
      const wanted = { text, packId: packId as PackId | null, from, limit };
      const { found: items, next } = await contentPacks.findItems(tenantId, wanted);
      return sendEntry(reply, {
        data: items.map(itemToWire),
        has_more: next !== null,
        next_cursor: next === null ? null : cursors.write({ ...list, place: JSON.stringify(next) }),
      });
    },
  } satisfies Handlers;
}
