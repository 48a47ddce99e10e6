import { AppError } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { decodeCheckpoint, decodeEntry, encodeCheckpoint } from './log-columns.ts';
import { decodeFrontier } from './log-growth.ts';

/** The limit of one commit, for which others wait. */
const eventsMax = 1000;

export function createLogStore({ writer, reader }: StoreChannels): LogStore {
  return {
    async append(tenantId, events) {
      if (events.length > eventsMax) {
        throw new AppError('internal', { cause: new Error(`at most ${eventsMax} at once`) });
      }
      return writer.callFor(tenantId, 'appendEvents', { tenantId, events });
    },
    async readHead(tenantId) {
      const head = await reader.callFor(tenantId, 'readHead', tenantId);
      return head === null ? { size: 0, hashes: [] } : decodeFrontier(head);
    },
    readTile: (tenantId, tile) => reader.callFor(tenantId, 'readTile', [tenantId, tile]),
    async readEntries(tenantId, { from, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'readEntries', [tenantId, from, limit])).map(decodeEntry);
    },
    async listLogEvents(tenantId, { kind = null, subject = null }, { before, limit }) {
      assertPage(limit);
      return (
        await reader.callFor(tenantId, 'listLogEvents', { tenantId, kind, subject, before, limit })
      ).map(decodeEntry);
    },
    putCheckpoint: (tenantId, checkpoint, { event, after } = {}) =>
      writer.callFor(tenantId, 'putCheckpoint', {
        ...{ tenantId, checkpoint: encodeCheckpoint(checkpoint) },
        events: event === undefined ? [] : [event],
        ...(after === undefined ? {} : { after }),
      }),
    async lastCheckpoint(tenantId) {
      const columns = await reader.callFor(tenantId, 'lastCheckpoint', tenantId);
      return columns === null ? null : decodeCheckpoint(columns);
    },
    async listCheckpoints(tenantId, { fromSize, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'listCheckpoints', [tenantId, fromSize, limit])).map(
        decodeCheckpoint,
      );
    },
    async listLogs() {
      const rows = await reader.call('listLogs', null);
      return rows.map((row) => ({
        tenantId: row.tenant_id,
        size: row.size,
        checkpointSize: row.checkpoint_size,
      }));
    },
  };
}
