import type { OutboxEvent, TenantId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import type { Tile } from '@avow/ledger-log/tiles';

/** The administrative events on a log: what was done with records, and by whom. */
export type LogEventKind =
  | 'erasure'
  | 'expiry'
  | 'hold'
  | 'retention'
  | 'access'
  | 'purposes'
  | 'sample'
  | 'rekey'
  | 'webhook'
  | 'session'
  | 'user'
  | 'key'
  | 'tenant'
  | 'action'
  | 'calibration'
  | 'policy'
  | 'pack'
  | 'golden'
  | 'models'
  | 'settings'
  | 'software';

/** Who changes something. */
export interface Author {
  /** The id of the API key or of the person; `operator`: the command line; empty: the service itself. */
  readonly actor: string;
  /** Why, in their own words; empty: they did not say. */
  readonly reason: string;
}

/** An event to append to the log. It contains no content. */
export interface LogEvent {
  readonly kind: LogEventKind;
  /** The id of what the event is about; empty: all records of the tenant. */
  readonly subject: string;
  readonly state: string;
  readonly atMs: number;
  /** The id of the API key or of the person; `operator`: the command line; empty: the service itself. */
  readonly actor: string;
  /** Why, in the words of the author; omitted or empty: nobody said. It is sealed beside the log, which commits to it. */
  readonly reason?: string;
  readonly details: readonly NamedText[];
}

/** The position of an entry in the log. */
export interface LogPlace {
  readonly leafIndex: number;
  /** In lower-case hexadecimal. */
  readonly leafHash: string;
}

export interface StoredEntry extends LogPlace {
  /** The leaf as `formatEntry` writes it, or as it was written if it is of the first version. */
  readonly text: string;
}

/** A tree at one size: the hashes of its largest complete nodes from left to right (its frontier). */
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

/** The logs of all tenants. Every method takes the tenant first. When the promise of a write resolves, the write is durable. */
export interface LogStore {
  /** Appends the events in order, in one commit. */
  append(tenantId: TenantId, events: readonly LogEvent[]): Promise<LogPlace[]>;

  /** The current head; a tenant without a log has one of size 0. */
  readHead(tenantId: TenantId): Promise<LogHead>;
  /** The concatenated hashes of a tile; null if the tree does not have that many. */
  readTile(tenantId: TenantId, tile: Tile): Promise<Uint8Array | null>;
  /** In order, starting at this index. At most `limit`, which may be thousands. */
  readEntries(
    tenantId: TenantId,
    range: { readonly from: number; readonly limit: number },
  ): Promise<StoredEntry[]>;
  /** Events, newest first, strictly older than `before` if it is given; at most `limit`. Records are not listed. */
  listLogEvents(
    tenantId: TenantId,
    filter: { readonly kind?: LogEventKind; readonly subject?: string },
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<StoredEntry[]>;

  /**
   * Stores a checkpoint. `forked`: there is already one of this size with a different root or one of a larger size, or
   * the log is smaller than the checkpoint, or the last one is not of the size `after`; nothing was stored. Storing the
   * same one again returns `kept`. The event is emitted only if the checkpoint is new.
   */
  putCheckpoint(
    tenantId: TenantId,
    checkpoint: StoredCheckpoint,
    also?: {
      readonly event?: OutboxEvent;
      /** The size of the last checkpoint when this one was signed; null: there was none. */
      readonly after?: number | null;
    },
  ): Promise<'kept' | 'forked'>;
  lastCheckpoint(tenantId: TenantId): Promise<StoredCheckpoint | null>;
  /** Ordered by size, starting at this one; at most `limit`. */
  listCheckpoints(
    tenantId: TenantId,
    range: { readonly fromSize: number; readonly limit: number },
  ): Promise<StoredCheckpoint[]>;

  /** Summaries of all logs, ordered by tenant id, for the process that signs. */
  listLogs(): Promise<readonly LogSummary[]>;
}

interface LogSummary {
  readonly tenantId: TenantId;
  readonly size: number;
  /** The size of the last checkpoint; 0: there is none. */
  readonly checkpointSize: number;
}
