import type { TenantId } from '@avow/foundation';
import type { StoredEntry } from '@avow/ledger';
import type { ReaderGroups } from './audience.ts';

/** What an auditor looks for among records, by their leaves alone. */
export interface IncidentStore {
  /** Of messages that were blocked or failed, and that the reader may see: newest first, below that index. */
  listIncidents(
    tenantId: TenantId,
    readableBy: ReaderGroups,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<StoredEntry[]>;
}
