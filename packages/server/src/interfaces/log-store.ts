import type { NamedText, Tile } from '@avow/audit';
import type { TenantId } from './identity.ts';
import type { OutboxEvent } from './outbox-event.ts';

/** What else than the end of a message stands on a log: what was done with records, and by whom. */
export type DeedKind = 'erasure' | 'expiry' | 'hold' | 'retention' | 'access' | 'rekey';

/** An entry that is to be put on the log. It holds no content: of that there are commitments alone. */
export interface Deed {
  readonly kind: DeedKind;
  /** The id of a message or a hold; empty: the tenant's records as a whole. */
  readonly subject: string;
  readonly state: string;
  readonly atMs: number;
  /** The key that asked for it; `operator`: the command line; empty: the service by itself, as the tenant's rules say. */
  readonly actor: string;
  readonly details: readonly NamedText[];
}

/** Where an entry stands. */
export interface LogPlace {
  readonly leafIndex: number;
  /** In lower-case hexadecimal. */
  readonly leafHash: string;
}

export interface StoredEntry extends LogPlace {
  /** The leaf, as `formatEntry` of the audit package writes it (those of the first version as they were written). */
  readonly text: string;
}

/** A tree at one size: its largest complete nodes from left to right, as the audit package's frontier has them. */
export interface LogHead {
  readonly size: number;
  readonly hashes: readonly Uint8Array[];
}

export interface StoredCheckpoint {
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly root: string;
  /** The signed note. */
  readonly note: string;
  readonly createdAtMs: number;
}

/** The logs of all tenants. Every method names the tenant first; a promise that resolves to a write means durable. */
export interface LogStore {
  /** In one commit, one after the other. */
  append(tenantId: TenantId, deeds: readonly Deed[]): Promise<LogPlace[]>;

  /** As it is now: a tenant that has no log yet has one of size 0. */
  readHead(tenantId: TenantId): Promise<LogHead>;
  /** The hashes of a tile one after the other; null where the tree has not so many. */
  readTile(tenantId: TenantId, tile: Tile): Promise<Uint8Array | null>;
  /** In order, from this index on. At most `limit`, of which there may be thousands. */
  readEntries(
    tenantId: TenantId,
    range: { readonly from: number; readonly limit: number },
  ): Promise<StoredEntry[]>;
  /** Deeds, newest first, strictly older than `before` where it is given; at most `limit`. Records are listed elsewhere. */
  listDeeds(
    tenantId: TenantId,
    filter: { readonly kind?: DeedKind; readonly subject?: string },
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<StoredEntry[]>;

  /**
   * Keeps a checkpoint. `forked`: a checkpoint of this size with another root, or of a larger size, is there already, or the
   * log is smaller than it says; nothing was kept. One that is there to the letter is kept. The notice goes out where it is new.
   */
  putCheckpoint(
    tenantId: TenantId,
    checkpoint: StoredCheckpoint,
    event?: OutboxEvent,
  ): Promise<'kept' | 'forked'>;
  lastCheckpoint(tenantId: TenantId): Promise<StoredCheckpoint | null>;
  /** By size, from this one on; at most `limit`. */
  listCheckpoints(
    tenantId: TenantId,
    range: { readonly fromSize: number; readonly limit: number },
  ): Promise<StoredCheckpoint[]>;

  /** The tenants that have a log, by id, with what they have: what the process that signs goes through. */
  listLogs(): Promise<readonly LogSummary[]>;
}

interface LogSummary {
  readonly tenantId: TenantId;
  readonly size: number;
  /** Of the last checkpoint; 0: there is none. */
  readonly checkpointSize: number;
}
