import type { DraftChangeEntry, DraftChangeSummary } from '@avow/contract';
import { AppError, suffixOf } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { found, packOf } from '../../../http/path-ids.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { pairToWire } from '../../curated/routes/pair-wire.ts';
import type { DraftText, TextChange } from '../draft-changes.ts';
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

const documentOf = (text: DraftText | null) =>
  text?.kind === 'document' ? documentToWire(text.document) : null;
const pairOf = (text: DraftText | null) => (text?.kind === 'pair' ? pairToWire(text.pair) : null);

function changeToWire(change: TextChange): DraftChangeEntry {
  const summary = summarize(change);
  const { before, after } = change;
  return {
    ...summary,
    document: summary.kind === 'document' ? { before: documentOf(before), after: documentOf(after) } : null,
    qna: summary.kind === 'qna' ? { before: pairOf(before), after: pairOf(after) } : null,
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
      return sendEntry(reply, changeToWire(change));
    },
  } satisfies Handlers;
}
