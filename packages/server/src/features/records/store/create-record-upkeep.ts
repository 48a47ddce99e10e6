import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { RecordUpkeep } from '../record-store.ts';
import { decodeMessage, type OpenedMessage } from './message-columns.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

async function repeatUntilFewer(sweepOnce: (rowsMax: number) => Promise<number>): Promise<void> {
  while ((await sweepOnce(sweepRowsMax)) >= sweepRowsMax);
}

const decodeOfTenant = (row: OpenedMessage) => ({ tenantId: row.tenant_id, message: decodeMessage(row) });

export function createRecordUpkeep({ writer, reader }: StoreChannels): RecordUpkeep {
  const reads = bindForInstallation(reader, 'openUnfinished', 'openOverdue', 'listTenants', 'countOpen');
  const { listOrphanedTenants } = bindForInstallation(reader, 'listOrphanedTenants');
  const { countServed } = bindForTenants(reader, 'countServed');
  const { sweepOrphanedClaims, dropSpendingOf } = bindForTenants(
    writer,
    'sweepOrphanedClaims',
    'dropSpendingOf',
  );
  const writes = bindForInstallation(
    writer,
    'sweepClaims',
    'sweepRequests',
    'sweepOutbox',
    'sweepJournals',
    'dropWiped',
    'truncateWal',
  );

  async function freeClaims(): Promise<void> {
    for (const tenantId of await listOrphanedTenants())
      await repeatUntilFewer((rowsMax) => sweepOrphanedClaims(tenantId, rowsMax));
  }

  return {
    ...bindForTenants(writer, 'adopt'),
    ...bindForInstallation(writer, 'notifyAll'),
    freeClaims,
    listUnfinished: async (limit) => (await reads.openUnfinished(limit)).map(decodeOfTenant),
    listOverdue: async (askedBeforeMs, limit) =>
      (await reads.openOverdue(askedBeforeMs, limit)).map(decodeOfTenant),
    async countAll() {
      const tenants = await reads.listTenants();
      let [packs, passages] = [0, 0];
      for (const { tenantId } of tenants) {
        const served = await countServed(tenantId);
        packs += served?.packs ?? 0;
        passages += served?.passages ?? 0;
      }
      return { tenants: tenants.length, packs, passages, ...(await reads.countOpen()) };
    },
    async sweep({ nowMs, outboxBeforeMs, journalBeforeMs, atStart }) {
      await repeatUntilFewer((rowsMax) => writes.sweepClaims(nowMs, rowsMax));
      await repeatUntilFewer((rowsMax) => writes.sweepRequests(nowMs, rowsMax));
      if (atStart) await freeClaims();
      await repeatUntilFewer((rowsMax) => writes.sweepOutbox(outboxBeforeMs, rowsMax));
      await repeatUntilFewer((rowsMax) => writes.sweepJournals(journalBeforeMs, rowsMax));
      await repeatUntilFewer((rowsMax) => writes.dropWiped(rowsMax));
      await writes.truncateWal();
    },
    async dropSpending(before) {
      for (const { tenantId } of await reads.listTenants()) await dropSpendingOf(tenantId, before);
    },
  };
}
