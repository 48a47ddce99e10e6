import { AppError } from '@avow/foundation';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore, DraftChange } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';
import { encodeDocument } from './document-columns.ts';
import type { DraftRows } from './draft-writes.ts';
import { encodePair } from './pair-columns.ts';

/** If an id is put twice, the last wins; an id that is put is not removed. */
function lastOfEach<Put extends { readonly id: string }>(puts: readonly Put[], removals: readonly string[]) {
  const byId = new Map(puts.map((put) => [put.id, put]));
  return { puts: [...byId.values()], removals: removals.filter((id) => !byId.has(id)) };
}

function encodeChange(change: DraftChange): DraftRows {
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
export function createDrafts({ writer, reader }: StoreChannels) {
  return {
    ...bindForTenants(reader, 'listDraftDocuments', 'getDraftDocument', 'listDraftSources'),
    ...bindForTenants(reader, 'listDraftPairs', 'getDraftPair', 'listLoaded', 'listDraftTexts'),
    ...bindForTenants(reader, 'readItemLabels', 'listItemLabels'),
    ...bindForTenants(writer, 'changeItemLabels'),
    ...bindForTenants(writer, 'settleDraft'),
    ...bindForInstallation(reader, 'listUnsettledDrafts'),
    async changeDraft(tenantId, packId, change) {
      const rows = encodeChange(change);
      const outcome = await writer.callFor(tenantId, 'changeDraft', tenantId, packId, rows);
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
  } satisfies Partial<ContentStore>;
}
