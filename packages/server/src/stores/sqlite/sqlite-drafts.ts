import { AppError } from '../../errors/app-error.ts';
import type { DraftChange, KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import { assertCountable } from './assert-countable.ts';
import { assertPage } from './assert-page.ts';
import { decodeDocument, decodeSummary, encodeDocument } from './document-columns.ts';
import type { ChangeDraftCall } from './draft-writes.ts';
import { decodePair, encodePair } from './pair-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

type Drafts = Pick<
  KnowledgeStore,
  | 'changeDraft'
  | 'listDraftDocuments'
  | 'getDraftDocument'
  | 'listDraftSources'
  | 'listDraftPairs'
  | 'getDraftPair'
>;

/** Of an id that is put twice the last stands; one that is put is not removed. */
function lastOfEach<Put extends { readonly id: string }>(puts: readonly Put[], removals: readonly string[]) {
  const byId = new Map(puts.map((put) => [put.id, put]));
  return { puts: [...byId.values()], removals: removals.filter((id) => !byId.has(id)) };
}

function encodeChange(change: DraftChange): Omit<ChangeDraftCall, 'tenantId' | 'packId'> {
  const documents = lastOfEach((change.putDocuments ?? []).map(encodeDocument), change.removeDocuments ?? []);
  const pairs = lastOfEach((change.putPairs ?? []).map(encodePair), change.removePairs ?? []);
  for (const { content, text } of documents.puts) assertCountable([...content, text], content[0]);
  for (const { content, keys } of pairs.puts) assertCountable([...content, ...keys], content[0]);
  return {
    nowMs: change.nowMs,
    putDocuments: documents.puts,
    removeDocuments: documents.removals,
    putPairs: pairs.puts,
    removePairs: pairs.removals,
  };
}

/** The texts that are worked on. */
export function createSqliteDrafts({ writer, reader }: SqliteChannels): Drafts {
  return {
    async changeDraft(tenantId, packId, change) {
      const outcome = await writer.call('changeDraft', { tenantId, packId, ...encodeChange(change) });
      if (outcome.kind === 'path_taken') {
        const detail = `Another document of the draft has the path ${outcome.source}.`;
        throw new AppError('pack_conflict', { detail });
      }
      return outcome.kind === 'done' ? outcome.draftRevision : null;
    },
    async listDraftDocuments(tenantId, packId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.call('listDraftDocuments', { tenantId, packId, after, limit });
      return rows.map(decodeSummary);
    },
    async getDraftDocument(tenantId, packId, documentId) {
      const columns = await reader.call('getDraftDocument', [tenantId, packId, documentId]);
      return columns === null ? null : decodeDocument(columns);
    },
    async listDraftSources(tenantId, packId) {
      const rows = await reader.call('listDraftSources', [tenantId, packId]);
      return new Map(rows.map(([source, documentId, contentHash]) => [source, { documentId, contentHash }]));
    },
    async listDraftPairs(tenantId, packId, { after, limit }) {
      assertPage(limit);
      return (await reader.call('listDraftPairs', { tenantId, packId, after, limit })).map(decodePair);
    },
    async getDraftPair(tenantId, packId, curatedId) {
      const columns = await reader.call('getDraftPair', [tenantId, packId, curatedId]);
      return columns === null ? null : decodePair(columns);
    },
  };
}
