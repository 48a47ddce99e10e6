import { AppError } from '../../errors/app-error.ts';
import type { LogStore } from '../../interfaces/log-store.ts';
import { assertPage } from './assert-page.ts';
import { decodeFrontier } from './log-appends.ts';
import { decodeCheckpoint, decodeEntry, encodeCheckpoint } from './log-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** What one commit may append: others wait for it. */
const deedsMax = 1000;

export function createSqliteLogStore({ writer, reader }: SqliteChannels): LogStore {
  return {
    async append(tenantId, deeds) {
      if (deeds.length > deedsMax) {
        throw new AppError('internal', { cause: new Error(`at most ${deedsMax} at once`) });
      }
      const leaves = await writer.call('appendDeeds', { tenantId, deeds });
      return leaves.map(([leafIndex, leafHash]) => ({ leafIndex, leafHash }));
    },
    async readHead(tenantId) {
      const head = await reader.call('readHead', tenantId);
      return head === null ? { size: 0, hashes: [] } : decodeFrontier(...head);
    },
    readTile: (tenantId, tile) => reader.call('readTile', [tenantId, tile]),
    async readEntries(tenantId, { from, limit }) {
      assertPage(limit);
      return (await reader.call('readEntries', [tenantId, from, limit])).map(decodeEntry);
    },
    async listDeeds(tenantId, { kind = null, subject = null }, { before, limit }) {
      assertPage(limit);
      return (await reader.call('listDeeds', { tenantId, kind, subject, before, limit })).map(decodeEntry);
    },
    putCheckpoint: (tenantId, checkpoint, event) =>
      writer.call('putCheckpoint', {
        ...{ tenantId, checkpoint: encodeCheckpoint(checkpoint) },
        event: event === undefined ? null : [event.eventId, event.type, event.body],
      }),
    async lastCheckpoint(tenantId) {
      const columns = await reader.call('lastCheckpoint', tenantId);
      return columns === null ? null : decodeCheckpoint(columns);
    },
    async listCheckpoints(tenantId, { fromSize, limit }) {
      assertPage(limit);
      return (await reader.call('listCheckpoints', [tenantId, fromSize, limit])).map(decodeCheckpoint);
    },
    async listLogs() {
      const rows = await reader.call('listLogs', null);
      return rows.map(([tenantId, size, checkpointSize]) => ({ tenantId, size, checkpointSize }));
    },
  };
}
