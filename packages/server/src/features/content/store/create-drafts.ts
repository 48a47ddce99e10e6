import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore, DraftChange } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';
import { decodeDocument, decodeDocumentSummary, encodeDocument } from './document-columns.ts';
import type { ChangeDraftCall } from './draft-writes.ts';
import { decodePair, encodePair } from './pair-columns.ts';

type Drafts = Pick<
  ContentStore,
  | 'changeDraft'
  | 'listDraftDocuments'
  | 'getDraftDocument'
  | 'listDraftSources'
  | 'listDraftPairs'
  | 'getDraftPair'
  | 'listLoaded'
  | 'settleDraft'
  | 'listUnsettledDrafts'
>;

/** If an id is put twice, the last wins; an id that is put is not removed. */
function lastOfEach<Put extends { readonly id: string }>(puts: readonly Put[], removals: readonly string[]) {
  const byId = new Map(puts.map((put) => [put.id, put]));
  return { puts: [...byId.values()], removals: removals.filter((id) => !byId.has(id)) };
}

function encodeChange(change: DraftChange): Omit<ChangeDraftCall, 'tenantId' | 'packId'> {
  const documents = lastOfEach((change.putDocuments ?? []).map(encodeDocument), change.removeDocuments ?? []);
  const pairs = lastOfEach((change.putPairs ?? []).map(encodePair), change.removePairs ?? []);
  for (const { content, text } of documents.puts)
    assertCountable([...Object.values(content), text], content.source);
  for (const { content, keys } of pairs.puts)
    assertCountable([...Object.values(content), ...keys], content.source);
  return {
    nowMs: change.nowMs,
    expected: change.expected ?? null,
    putDocuments: documents.puts,
    removeDocuments: documents.removals,
    putPairs: pairs.puts,
    removePairs: pairs.removals,
    putLoaded: (change.putLoaded ?? []).map(({ id, file, snapshot, sourceId }) => ({
      item_id: id,
      file,
      given: snapshot,
      source_id: sourceId,
    })),
    removeLoaded: change.removeLoaded ?? [],
    isProvisional: change.isProvisional ?? false,
  };
}

/** The texts of drafts. */
export function createDrafts({ writer, reader }: StoreChannels): Drafts {
  return {
    async changeDraft(tenantId, packId, change) {
      const outcome = await writer.callFor(tenantId, 'changeDraft', {
        tenantId,
        packId,
        ...encodeChange(change),
      });
      if (outcome.kind === 'path_taken') {
        const detail = `Another document of the draft has the path ${outcome.source}.`;
        throw new AppError('pack_conflict', { detail });
      }
      if (outcome.kind === 'outdated')
        throw new AppError('precondition_failed', {
          detail: 'It has changed since it was read. Read it again and repeat the change.',
        });
      return outcome.kind === 'done' ? outcome.draftRevision : null;
    },
    async listDraftDocuments(tenantId, packId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listDraftDocuments', { tenantId, packId, after, limit });
      return rows.map(decodeDocumentSummary);
    },
    async getDraftDocument(tenantId, packId, documentId) {
      const row = await reader.callFor(tenantId, 'getDraftDocument', [tenantId, packId, documentId]);
      return row === null ? null : decodeDocument(row);
    },
    async listDraftSources(tenantId, packId) {
      const rows = await reader.callFor(tenantId, 'listDraftSources', [tenantId, packId]);
      return new Map(
        rows.map((row) => [row.source, { documentId: row.document_id, contentHash: row.content_hash }]),
      );
    },
    async listDraftPairs(tenantId, packId, { after, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'listDraftPairs', { tenantId, packId, after, limit })).map(
        decodePair,
      );
    },
    async getDraftPair(tenantId, packId, curatedId) {
      const row = await reader.callFor(tenantId, 'getDraftPair', [tenantId, packId, curatedId]);
      return row === null ? null : decodePair(row);
    },
    async listLoaded(tenantId, packId) {
      const rows = await reader.callFor(tenantId, 'listLoaded', [tenantId, packId]);
      return rows.map(({ item_id: id, file, given, source_id: sourceId }) => ({
        id,
        file,
        snapshot: given,
        sourceId,
      }));
    },
    settleDraft: (tenantId, packId, { outcome, nowMs }) =>
      writer.callFor(tenantId, 'settleDraft', { tenantId, packId, outcome, nowMs }),
    async listUnsettledDrafts() {
      const rows = await reader.call('listUnsettledDrafts', null);
      return rows.map(({ tenant_id: tenantId, pack_id: packId }) => ({ tenantId, packId }));
    },
  };
}
