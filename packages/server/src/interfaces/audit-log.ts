import type { LogEntry, NamedText } from '@avow/audit';
import type { MessageId, TenantId } from './identity.ts';
import type { Deed, DeedKind, LogPlace, StoredCheckpoint, StoredEntry } from './log-store.ts';

/** That a record stands on the log of its tenant. All hashes are in lower-case hexadecimal. */
export interface RecordProof {
  readonly place: LogPlace;
  /** The leaf to the letter. */
  readonly entryText: string;
  /** For each field that the leaf commits to, the salt that opens it; empty once the content is gone. */
  readonly salts: readonly NamedText[];
  /** It covers the leaf. */
  readonly checkpoint: StoredCheckpoint;
  /** From the leaf to the checkpoint's root. */
  readonly inclusion: readonly string[];
  /** What was done with the record later, its erasure or expiry, each proved by the same checkpoint. */
  readonly deeds: ReadonlyArray<StoredEntry & { readonly inclusion: readonly string[] }>;
}

export interface ConsistencyProof {
  readonly older: { readonly size: number; readonly root: string };
  readonly newer: { readonly size: number; readonly root: string };
  readonly proof: readonly string[];
}

/** The log of each tenant, as it is shown to whoever wants to check it. */
export interface AuditLog {
  /** What signs the tenant's checkpoints, as C2SP writes verifier keys. */
  verifierKey(tenantId: TenantId): Promise<string>;
  /** The newest; one is made where the log has none yet. */
  checkpoint(tenantId: TenantId): Promise<StoredCheckpoint>;
  /**
   * The proof of a record that has ended, also of one whose content is gone, or which was dropped itself. Where no checkpoint
   * covers it yet, one is made. `not_ended`; `unknown`: no such message.
   */
  proveRecord(tenantId: TenantId, messageId: MessageId): Promise<RecordProof | 'not_ended' | 'unknown'>;
  /** `outside`: a size is larger than the newest checkpoint, or they stand in the wrong order. `to` null: the newest. */
  proveConsistency(
    tenantId: TenantId,
    sizes: { readonly from: number; readonly to: number | null },
  ): Promise<ConsistencyProof | 'outside'>;
  /** By its path behind `tile/`, as C2SP names tiles, those of entries among them; null: no such tile of the newest checkpoint. */
  readTile(tenantId: TenantId, path: string): Promise<{ readonly bytes: Uint8Array } | null>;
  /** Newest first. */
  listDeeds(
    tenantId: TenantId,
    filter: { readonly kind?: DeedKind; readonly subject?: string },
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<ReadonlyArray<LogPlace & { readonly entry: LogEntry }>>;
  /** Puts on the log, durably, that somebody looked. */
  note(tenantId: TenantId, ...deeds: readonly Deed[]): Promise<void>;
}

/** A checkpoint as an anchor has it. */
type AnchoredCheckpoint = Pick<StoredCheckpoint, 'size' | 'root' | 'note'>;

/**
 * Where checkpoints go outside the database: a file elsewhere, a web address; a store with object lock or a time-stamping
 * service would be another. What has been anchored is never taken back.
 */
export interface CheckpointAnchor {
  /** As it is named in logs and metrics. */
  readonly name: string;
  /** Resolves once it is safe there. It may be given the same one again. */
  publish(tenantId: TenantId, checkpoint: StoredCheckpoint): Promise<void>;
  /** The newest that it knows of and that is a true one; null: it has none, or cannot be asked. */
  newest(
    tenantId: TenantId,
    isTrue?: (found: AnchoredCheckpoint) => Promise<boolean>,
    /** `whole`: of all that it was ever given, however long that takes; usually what came last is enough. */
    reach?: 'tail' | 'whole',
  ): Promise<AnchoredCheckpoint | null>;
  /** Tenants of which it has checkpoints, so that a log that is gone altogether is missed too. Left out: it cannot be asked. */
  listTenants?(): Promise<readonly TenantId[]>;
}
