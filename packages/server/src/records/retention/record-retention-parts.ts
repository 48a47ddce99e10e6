import type { MessageId, TenantId } from '@avow/foundation';
import type { RetentionStore } from './retention-store.ts';

export interface RecordRetentionParts {
  readonly store: RetentionStore;
  readonly nowMs: () => number;
  /** Drops the tenant's questions and answers from caches in memory, on all nodes; rejects if one does not confirm it. */
  readonly dropCached: (tenantId: TenantId) => Promise<void>;
  /** Messages of this person that are being answered on any node, and may not be recorded yet. */
  readonly listRunningOf: (tenantId: TenantId, endUserId: string) => Promise<readonly MessageId[]>;
}
