import { AppError } from '../../errors/app-error.ts';
import type { KnowledgeStore, RevisionName } from '../../interfaces/knowledge-store.ts';
import type { OutboxEvent } from '../../interfaces/outbox-event.ts';
import { assertCountable } from './assert-countable.ts';
import { assertPage } from './assert-page.ts';
import { decodeDocument } from './document-columns.ts';
import { decodeVersion } from './pack-columns.ts';
import { decodePair } from './pair-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

type Versions = Pick<
  KnowledgeStore,
  | 'compareDraft'
  | 'getRevision'
  | 'listVersionRevisions'
  | 'publishVersion'
  | 'listVersions'
  | 'serveVersion'
  | 'retireVersions'
>;

const toName = ([id, revision]: readonly [RevisionName['id'], number]): RevisionName => ({ id, revision });

function encodeEvents(events: readonly OutboxEvent[]): string[] {
  return events.flatMap(({ eventId, type, body }) => [eventId, type, body]);
}

/** What was published, and how the draft becomes the next of it. */
export function createSqliteVersions({ writer, reader }: SqliteChannels): Versions {
  return {
    async compareDraft(tenantId, packId) {
      const answer = await reader.call('compareDraft', [tenantId, packId]);
      if (answer === null) return null;
      const [draftRevision, latestVersion] = answer.found;
      return {
        draftRevision,
        latestVersion,
        added: answer.added.map(toName),
        removed: answer.removed.map(toName),
      };
    },
    async getRevision(tenantId, packId, { id, revision }) {
      if (id.startsWith('qna_')) {
        const columns = await reader.call('getPairRevision', [tenantId, packId, id, revision]);
        return columns === null ? null : { kind: 'pair', pair: decodePair(columns) };
      }
      const columns = await reader.call('getDocumentRevision', [tenantId, packId, id, revision]);
      return columns === null ? null : { kind: 'document', document: decodeDocument(columns) };
    },
    async listVersionRevisions(tenantId, { packId, version }) {
      const rows = await reader.call('listVersionRevisions', [tenantId, packId, version]);
      return rows === null ? null : rows.map(toName);
    },
    async publishVersion(tenantId, published) {
      const { packId, version, draftRevision, passageCount, note, nowMs } = published;
      assertCountable([note], 'the note');
      const events = encodeEvents(published.events);
      const call = { tenantId, packId, version, draftRevision, passageCount, note, nowMs, events };
      return writer.call('publishVersion', call);
    },
    async listVersions(tenantId, packId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.call('listVersions', { tenantId, packId, before, limit });
      return rows.map((columns) => decodeVersion(packId, columns));
    },
    serveVersion(tenantId, { packId, version, nowMs, events }) {
      return writer.call('serveVersion', { tenantId, packId, version, nowMs, events: encodeEvents(events) });
    },
    async retireVersions(tenantId, packId, keep) {
      // SQLite takes a negative offset for none, and would retire what is to be kept.
      if (!Number.isSafeInteger(keep) || keep < 0) {
        throw new AppError('internal', { cause: new Error('versions are kept by a number of 0 or more') });
      }
      return writer.call('retireVersions', { tenantId, packId, keep });
    },
  };
}
