import type { RecordUpkeep } from '../../interfaces/record-store.ts';
import { decodeMessage } from './message-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** Rows removed in one transaction: records that arrive meanwhile wait for no more than that. */
const sweepRowsMax = 500;

async function repeatUntilFewer(rowsMax: number, sweepOnce: () => Promise<number>): Promise<void> {
  while ((await sweepOnce()) >= rowsMax);
}

export function createSqliteRecordUpkeep({ writer, reader }: SqliteChannels): RecordUpkeep {
  return {
    async listUnfinished(limit) {
      const rows = await reader.call('listUnfinished', limit);
      return rows.map(([tenantId, ...columns]) => ({ tenantId, message: decodeMessage(columns) }));
    },
    async listOverdue(askedBeforeMs, limit) {
      const rows = await reader.call('listOverdue', { askedBeforeMs, limit });
      return rows.map(([tenantId, ...columns]) => ({ tenantId, message: decodeMessage(columns) }));
    },
    async sweep({ nowMs, outboxBeforeMs, journalBeforeMs, atStart }) {
      const rowsMax = sweepRowsMax;
      await repeatUntilFewer(rowsMax, () => writer.call('sweepClaims', { nowMs, atStart, rowsMax }));
      await repeatUntilFewer(rowsMax, () =>
        writer.call('sweepOutbox', { beforeMs: outboxBeforeMs, rowsMax }),
      );
      await repeatUntilFewer(rowsMax, () =>
        writer.call('sweepJournals', { endedBeforeMs: journalBeforeMs, rowsMax }),
      );
      await repeatUntilFewer(rowsMax, () => writer.call('dropWiped', rowsMax));
      await writer.call('truncateWal', null);
    },
    async notifyAll({ eventId, type, body }, nowMs) {
      await writer.call('notifyAll', [eventId, type, body, nowMs]);
    },
  };
}
