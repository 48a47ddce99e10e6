import type { TenantId } from '@avow/foundation';
import type { StoredCheckpoint } from '../checkpoints/log-store.ts';

/** A checkpoint as an anchor stores it. */
type AnchoredCheckpoint = Pick<StoredCheckpoint, 'size' | 'root' | 'note'>;

/**
 * A place outside the database that checkpoints are published to: a file elsewhere or a web address; object storage with
 * object lock or a timestamping service would be others. What has been anchored is never removed.
 */
export interface CheckpointAnchor {
  /** The name in logs and metrics. */
  readonly name: string;
  /** Resolves once the checkpoint is durable there. The same checkpoint may be published again. */
  publish(tenantId: TenantId, checkpoint: StoredCheckpoint): Promise<void>;
  /** The newest valid checkpoint; null: the anchor has none or cannot be read. */
  newest(
    tenantId: TenantId,
    isTrue?: (found: AnchoredCheckpoint) => Promise<boolean>,
    /**
     * `whole` searches everything that was ever published, however long that takes; `tail` searches the end, which is
     * usually enough.
     */
    reach?: 'tail' | 'whole',
  ): Promise<AnchoredCheckpoint | null>;
  /**
   * The tenants that have checkpoints here, so that a log that was deleted entirely is noticed. Undefined: the anchor
   * cannot be read.
   */
  listTenants?(): Promise<readonly TenantId[]>;
}
