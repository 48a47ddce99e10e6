import type { MessageStatus } from '@avow/contract/values';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { RecordUpkeep } from '../record-store.ts';
import { decodeMessage, type OpenedMessage } from './message-columns.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

async function repeatUntilFewer(rowsMax: number, sweepOnce: () => Promise<number>): Promise<void> {
  while ((await sweepOnce()) >= rowsMax);
}

const decodeOfTenant = (row: OpenedMessage) => ({ tenantId: row.tenant_id, message: decodeMessage(row) });

export function createRecordUpkeep({ writer, reader }: StoreChannels): RecordUpkeep {
  async function freeClaims(): Promise<void> {
    for (const { tenant_id: tenantId } of await reader.call('listOrphanedTenants', null))
      await repeatUntilFewer(sweepRowsMax, () =>
        writer.callFor(tenantId, 'sweepOrphanedClaims', [tenantId, sweepRowsMax]),
      );
  }

  return {
    async listUnfinished(limit) {
      const rows = await reader.call('listUnfinished', limit);
      return rows.map(decodeOfTenant);
    },
    adopt: (tenantId, messageId) => writer.callFor(tenantId, 'adoptMessage', [tenantId, messageId]),
    freeClaims,
    async listOverdue(askedBeforeMs, limit) {
      const rows = await reader.call('listOverdue', { askedBeforeMs, limit });
      return rows.map(decodeOfTenant);
    },
    async countAll() {
      const tenants = await reader.call('listTenants', null);
      let [packs, passages] = [0, 0];
      for (const { tenant_id: tenantId } of tenants) {
        const served = await reader.callFor(tenantId, 'countServed', tenantId);
        packs += served?.packs ?? 0;
        passages += served?.passages ?? 0;
      }
      const { open, jobs } = await reader.call('countOpen', null);
      return {
        ...{ tenants: tenants.length, packs, passages, jobs },
        open: open.map(({ status, count, oldest_at_ms }) => ({
          ...{ status: status as MessageStatus, count, oldestAtMs: oldest_at_ms },
        })),
      };
    },
    async sweep({ nowMs, outboxBeforeMs, journalBeforeMs, atStart }) {
      const rowsMax = sweepRowsMax;
      await repeatUntilFewer(rowsMax, () => writer.call('sweepClaims', { nowMs, rowsMax }));
      await repeatUntilFewer(rowsMax, () => writer.call('sweepRequests', { nowMs, rowsMax }));
      if (atStart) await freeClaims();
      await repeatUntilFewer(rowsMax, () =>
        writer.call('sweepOutbox', { beforeMs: outboxBeforeMs, rowsMax }),
      );
      await repeatUntilFewer(rowsMax, () =>
        writer.call('sweepJournals', { endedBeforeMs: journalBeforeMs, rowsMax }),
      );
      await repeatUntilFewer(rowsMax, () => writer.call('dropWiped', rowsMax));
      await writer.call('truncateWal', null);
    },
    async dropSpending(before) {
      for (const { tenant_id: tenantId } of await reader.call('listTenants', null))
        await writer.callFor(tenantId, 'dropSpending', [tenantId, before]);
    },
    async notifyAll(event, nowMs) {
      await writer.call('notifyAll', { event, nowMs });
    },
  };
}
