import type { MessageId, TenantId, ThreadId } from '@avow/foundation';
import type { RetentionStore } from './retention-store.ts';

/** Whose messages: of a person, or of a thread. */
export type Whose =
  | { readonly kind: 'end_user'; readonly id: string }
  | { readonly kind: 'thread'; readonly id: ThreadId };

export interface RecordRetentionParts {
  readonly store: RetentionStore;
  readonly nowMs: () => number;
  /** Drops the tenant's questions and answers from caches in memory, on all nodes; rejects if one does not confirm it. */
  readonly dropCached: (tenantId: TenantId) => Promise<void>;
  /** Messages of this person or thread that are being answered on any node, and may not be recorded yet. */
  readonly listRunningOf: (tenantId: TenantId, whose: Whose) => Promise<readonly MessageId[]>;
}
