import type { MessageId, TenantId } from '@avow/foundation';
import type { LogEvent, LogEventKind, LogPlace, StoredCheckpoint, StoredEntry } from '@avow/ledger';
import type { LogEntry, NamedText } from '@avow/ledger-log';
import type { LogKeys } from './read-log-keys.ts';

/** Proof that a record is on the log of its tenant. All hashes are in lower-case hexadecimal. */
export interface RecordProof {
  readonly place: LogPlace;
  /** The exact text of the leaf. */
  readonly entryText: string;
  /** For each field that the leaf commits to, the salt that opens it; empty once the content is gone. */
  readonly salts: readonly NamedText[];
  /** A checkpoint that covers the leaf. */
  readonly checkpoint: StoredCheckpoint;
  /** From the leaf to the checkpoint's root. */
  readonly inclusion: readonly string[];
  /** Later events of the record (its erasure or expiry), each proved by the same checkpoint. */
  readonly events: ReadonlyArray<StoredEntry & { readonly inclusion: readonly string[] }>;
}

export interface ConsistencyProof {
  readonly older: { readonly size: number; readonly root: string };
  readonly newer: { readonly size: number; readonly root: string };
  readonly proof: readonly string[];
}

/** The log of each tenant, as shown to anyone who wants to verify it. */
export interface AuditLog {
  /** The key that verifies the tenant's checkpoints, in the C2SP format. */
  verifierKey(tenantId: TenantId): Promise<string>;
  /**
   * All keys of the tenant's log, oldest first, with the proofs for a checkpoint of this size. `outside`: the size is larger
   * than the newest checkpoint.
   */
  keys(tenantId: TenantId, size: number | null): Promise<LogKeys | 'outside'>;
  /** The newest checkpoint; one is created if the log has none yet. */
  checkpoint(tenantId: TenantId): Promise<StoredCheckpoint>;
  /**
   * The proof of a record that has ended, even if its content is gone or the record itself was dropped. If no checkpoint
   * covers it yet, one is created. `unfinished`; `unknown`: no such message.
   */
  proveRecord(tenantId: TenantId, messageId: MessageId): Promise<RecordProof | 'unfinished' | 'unknown'>;
  /** `outside`: a size is larger than the newest checkpoint, or the sizes are in the wrong order. `to` null: the newest. */
  proveConsistency(
    tenantId: TenantId,
    sizes: { readonly from: number; readonly to: number | null },
  ): Promise<ConsistencyProof | 'outside'>;
  /** By its C2SP path after `tile/`, including entry bundles; null: the newest checkpoint has no such tile. */
  readTile(tenantId: TenantId, path: string): Promise<{ readonly bytes: Uint8Array } | null>;
  /** Newest first. */
  listLogEvents(
    tenantId: TenantId,
    filter: { readonly kind?: LogEventKind; readonly subject?: string },
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<ReadonlyArray<LogPlace & { readonly entry: LogEntry }>>;
  /** Appends to the log, durably, that a record was accessed. */
  note(tenantId: TenantId, ...events: readonly LogEvent[]): Promise<void>;
}
