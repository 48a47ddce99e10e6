import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';
import { decodeDocument } from './document-columns.ts';
import { decodeVersion } from './pack-columns.ts';
import { decodePair } from './pair-columns.ts';

type Versions = Pick<
  ContentStore,
  | 'compareDraft'
  | 'getRevision'
  | 'listVersionRevisions'
  | 'publishVersion'
  | 'listVersions'
  | 'serveVersion'
  | 'retireVersions'
>;

/** Published versions, and the publication of the draft. */
export function createVersions({ writer, reader }: StoreChannels): Versions {
  return {
    async compareDraft(tenantId, packId) {
      const answer = await reader.callFor(tenantId, 'compareDraft', [tenantId, packId]);
      if (answer === null) return null;
      const { draft, added, removed } = answer;
      return { draftRevision: draft.draft_revision, latestVersion: draft.latest_version, added, removed };
    },
    async getRevision(tenantId, packId, { id, revision }) {
      if (id.startsWith('qna_')) {
        const row = await reader.callFor(tenantId, 'getPairRevision', [tenantId, packId, id, revision]);
        return row === null ? null : { kind: 'pair', pair: decodePair(row) };
      }
      const row = await reader.callFor(tenantId, 'getDocumentRevision', [tenantId, packId, id, revision]);
      return row === null ? null : { kind: 'document', document: decodeDocument(row) };
    },
    listVersionRevisions: (tenantId, { packId, version }) =>
      reader.callFor(tenantId, 'listVersionRevisions', [tenantId, packId, version]),
    async publishVersion(tenantId, published) {
      const { packId, version, draftRevision, passageCount, note, nowMs, events } = published;
      assertCountable([note], 'the note');
      const call = { tenantId, packId, version, draftRevision, passageCount, note, nowMs, events };
      return writer.callFor(tenantId, 'publishVersion', call);
    },
    async listVersions(tenantId, packId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listVersions', { tenantId, packId, before, limit });
      return rows.map((row) => decodeVersion(packId, row));
    },
    serveVersion(tenantId, { packId, version, nowMs, events }) {
      return writer.callFor(tenantId, 'serveVersion', { tenantId, packId, version, nowMs, events });
    },
    async retireVersions(tenantId, packId, keep) {
      // SQLite treats a negative offset as zero, and would retire versions that must be kept.
      if (!Number.isSafeInteger(keep) || keep < 0) {
        throw new AppError('internal', { cause: new Error('versions are kept by a number of 0 or more') });
      }
      return writer.callFor(tenantId, 'retireVersions', { tenantId, packId, keep });
    },
  };
}
