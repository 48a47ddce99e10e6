import { type DraftChangeEntry, type DraftChangeSummary, discardRequestSchema } from '@avow/contract/content';
import { AppError, suffixOf } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { found, packOf } from '../../../http/path-ids.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { validateOptional } from '../../../http/validate.ts';
import { pairToWire } from '../../curated/routes/pair-wire.ts';
import type { DraftText, TextChange } from '../draft-changes.ts';
import { type ItemLabels, noLabels } from '../item-label-store.ts';
import type { ContentRoutes } from './content-route.ts';
import { documentToWire } from './content-wire.ts';

function itemOf(request: FastifyRequest): string {
  const { item_id: id = '' } = request.params as { item_id?: string };
  if (suffixOf(id, ['doc', 'qna']) === null) throw new AppError('not_found');
  return id;
}

function summarize({ id, version, before, after }: TextChange): DraftChangeSummary {
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const facts = { id, change, version } as const;
  const shown = after ?? before;
  if (shown?.kind === 'pair') {
    const { question, source } = shown.pair;
    return { ...facts, kind: 'qna', title: question, source };
  }
  const { title = '', source = '' } = shown?.document ?? {};
  return { ...facts, kind: 'document', title, source };
}

const documentOf = (text: DraftText | null, labels: ItemLabels) =>
  text?.kind === 'document' ? documentToWire(text.document, labels) : null;
const pairOf = (text: DraftText | null, labels: ItemLabels) =>
  text?.kind === 'pair' ? pairToWire(text.pair, labels) : null;

/** Owners and tags of documents are the same on both sides: versions do not have them. */
function changeToWire(change: TextChange, labels: ItemLabels): DraftChangeEntry {
  const summary = summarize(change);
  const { before, after } = change;
  return {
    ...summary,
    document:
      summary.kind === 'document'
        ? { before: documentOf(before, labels), after: documentOf(after, labels) }
        : null,
    qna: summary.kind === 'qna' ? { before: pairOf(before, labels), after: pairOf(after, labels) } : null,
  };
}

/** The handlers of how a draft differs from what is published. */
export function changeHandlers(parts: ContentRoutes) {
  const { contentPacks } = parts;
  return {
    /** `GET /v1/content-packs/{pack_id}/changes` */
    listDraftChanges: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendList(parts, request, reply, {
        name: ['changes', packId],
        read: (after, limit) => contentPacks.listChanges(tenantId, packId, { after, limit }),
        placeOf: ({ id }) => id,
        toWire: summarize,
      });
    },

    /** `GET /v1/content-packs/{pack_id}/changes/{item_id}` */
    getDraftChange: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const change = found(await contentPacks.getChange(tenantId, packId, itemOf(request)));
      const labels = await contentPacks.readLabels(tenantId, packId, [change.id]);
      return sendEntry(reply, changeToWire(change, labels.get(change.id) ?? noLabels));
    },

    /** `POST /v1/content-packs/{pack_id}/changes/discard` */
    discardDraftChanges: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { item_ids: ids = null } = validateOptional(discardRequestSchema, request.body);
      const discarded = found(await contentPacks.discardChanges(tenantId, packId, ids));
      return sendEntry(reply, { discarded });
    },
  } satisfies Handlers;
}
