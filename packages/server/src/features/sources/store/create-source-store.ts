import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { SourceStore, StagedItem } from '../source-store.ts';
import { decodeOpen, decodeSource, encodeSettings, encodeSource } from './source-columns.ts';
import type { ItemColumns, PayloadColumns } from './source-reads.ts';

export function createSourceStore({ writer, reader }: StoreChannels): SourceStore {
  return {
    createSource: (tenantId, source, sourcesMax) =>
      writer.callFor(tenantId, 'createSource', { tenantId, source: encodeSource(source), sourcesMax }),
    async getSource(tenantId, packId, sourceId) {
      const row = await reader.callFor(tenantId, 'getSource', [tenantId, sourceId]);
      return row?.pack_id === packId ? decodeSource(row) : null;
    },
    async openSource(tenantId, sourceId) {
      const row = await reader.callFor(tenantId, 'getSource', [tenantId, sourceId]);
      return row === null ? null : decodeOpen(row);
    },
    async listSources(tenantId, packId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listSources', { tenantId, packId, after, limit });
      return rows.map(decodeSource);
    },
    updateSource: (tenantId, sourceId, { settings, credentials = null, ...change }) =>
      writer.callFor(tenantId, 'updateSource', {
        ...{ tenantId, sourceId, ...change, credentials, settings: encodeSettings(settings) },
        connection: settings.connection,
      }),
    deleteSource: (tenantId, packId, sourceId) =>
      writer.callFor(tenantId, 'deleteSource', [tenantId, packId, sourceId]),
    async listDue(nowMs, limit) {
      assertPage(limit);
      const rows = await reader.call('listSourcesDue', [nowMs, limit]);
      return rows.map((row) => ({ tenantId: row.tenant_id, sourceId: row.source_id }));
    },
    startSync: (tenantId, sourceId, { run, dueAtMs }) =>
      writer.callFor(tenantId, 'startSync', { tenantId, sourceId, run: JSON.stringify(run), dueAtMs }),
    beginReading: (tenantId, sourceId, { run, heldUntilMs }) =>
      writer.callFor(tenantId, 'beginReading', { tenantId, sourceId, run: JSON.stringify(run), heldUntilMs }),
    releaseReading: (tenantId, sourceId) => writer.callFor(tenantId, 'releaseReading', [tenantId, sourceId]),
    stage: (tenantId, sourceId, { run, items }) =>
      writer.callFor(tenantId, 'stageItems', {
        ...{ tenantId, sourceId, run: JSON.stringify(run), isRead: run.end !== null },
        items: items.map(encodeStaged),
      }),
    async listStaged(tenantId, sourceId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listStagedItems', { tenantId, sourceId, after, limit });
      return rows.map(({ state, ...row }) => ({ ...decodeItem(row), state }));
    },
    async getStaged(tenantId, sourceId, key) {
      const row = await reader.callFor(tenantId, 'getStagedItem', [tenantId, sourceId, key]);
      return row === null ? null : { ...decodeItem(row), state: row.state, payload: row.payload };
    },
    async listKnown(tenantId, sourceId, { after, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listKnownItems', { tenantId, sourceId, after, limit });
      return rows.map(decodeItem);
    },
    finishSync: (tenantId, sourceId, { result, failure, crashCount = 0, pausedReason = null, ...end }) =>
      writer.callFor(tenantId, 'finishSync', {
        ...{ tenantId, sourceId, ...end, crashCount, pausedReason, result: JSON.stringify(result) },
        ...{ failingSinceMs: failure?.sinceMs ?? null, failedCount: failure?.count ?? 0 },
      }),
  };
}

function encodeStaged({ key, state, path, version, notes, fault, payload }: StagedItem): PayloadColumns {
  return { item_key: key, state, path, version, notes, fault, payload };
}

const decodeItem = ({ item_key: key, path, version, notes, fault }: ItemColumns) => ({
  ...{ key, path, version, notes, fault },
});
