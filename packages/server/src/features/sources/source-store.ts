import type { SourceConnection, SourceCredentials, SyncOutcome } from '@avow/contract';
import type { JobId, OutboxEvent, PackId, SourceId, TenantId } from '@avow/foundation';
import type { JobFault } from '../jobs/job-store.ts';
import type { Actor } from '../keys/access-store.ts';
import type { PlannedItem } from '../loading/loading.ts';

/** What a caller decides about a source. */
export interface SourceSettings {
  readonly connection: SourceConnection;
  readonly groups: readonly string[];
  /** Null: it is read on request only. */
  readonly everyMs: number | null;
  readonly publish: 'automatic' | 'manual';
  /** A sync that would remove a larger share of its documents asks first. */
  readonly removalPercentMax: number;
  readonly status: 'active' | 'paused';
}

/** A sync that has not ended. */
export interface SyncRun {
  readonly trigger: 'schedule' | 'request';
  readonly isDryRun: boolean;
  readonly allowsRemovals: boolean;
  /** Reads everything again. */
  readonly isFull: boolean;
  readonly phase: 'queued' | 'reading' | 'applying';
  readonly itemsRead: number;
  readonly skippedCount: number;
  /** Faults of items that nothing was staged for. */
  readonly faults: readonly JobFault[];
  readonly failedCount: number;
  /** How the reading ended; null while it reads. */
  readonly end: { readonly mode: 'full' | 'delta'; readonly cursor: string | null } | null;
  /** The job that applies what was read. */
  readonly jobId: JobId | null;
  readonly startedAtMs: number;
}

/** How a sync ended. */
export interface SyncResult {
  readonly trigger: SyncRun['trigger'];
  readonly outcome: SyncOutcome;
  readonly reason: string | null;
  readonly counts: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
    readonly failed: number;
    readonly skipped: number;
  };
  /** The first of them. */
  readonly plan: readonly PlannedItem[];
  readonly faults: readonly JobFault[];
  readonly version: number | null;
  readonly jobId: JobId | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Where documents of a pack come from. */
export interface Source extends SourceSettings {
  readonly sourceId: SourceId;
  readonly packId: PackId;
  /** Unique within the pack, and the folder of its documents. */
  readonly name: string;
  /** The names of its credentials. */
  readonly credentialNames: readonly string[];
  readonly createdAtMs: number;
  readonly createdBy: Actor;
  readonly updatedAtMs: number;
  readonly itemCount: number;
  /** When the schedule asks for the next sync. */
  readonly dueAtMs: number | null;
  /** When the first sync failed after the last that did not. */
  readonly failingSinceMs: number | null;
  readonly failedCount: number;
  /** Readings that were begun since the last one that ended, the one in progress too. */
  readonly begunCount: number;
  /** `crashes`: reading it did not end, time and again. Null: it is not paused. */
  readonly pausedReason: 'request' | 'crashes' | null;
  /** The revision of the draft that its last sync left unpublished; null: it published, or changed nothing. */
  readonly waitingRevision: number | null;
  readonly run: SyncRun | null;
  readonly last: SyncResult | null;
}

/** A source with what it takes to read it. */
export interface OpenSource extends Source {
  readonly credentials: SourceCredentials;
  /** Of the last complete sync. */
  readonly cursor: string | null;
}

/** What was read of one item in the sync that has not ended. */
export interface StagedItem {
  readonly key: string;
  /** `read`: `payload` has its documents. */
  readonly state: 'read' | 'unchanged' | 'removed' | 'fault';
  readonly path: string;
  readonly version: string;
  readonly notes: string;
  /** Why a document of it could not be read; empty if all could. */
  readonly fault: string;
  /** JSON that the sync wrote; null unless it was read. */
  readonly payload: string | null;
}

/** What is known of an item since the last complete sync. */
export type KnownSourceItem = Pick<StagedItem, 'key' | 'path' | 'version' | 'notes' | 'fault'>;

/** The end of a sync, in one commit. What was staged is dropped. */
export interface FinishSync {
  readonly result: SyncResult;
  /** What was staged becomes what is known; null: nothing was applied, and the next sync reads it again. */
  readonly applied: { readonly mode: 'full' | 'delta'; readonly cursor: string | null } | null;
  readonly dueAtMs: number | null;
  /** Null: it did not fail. */
  readonly failure: { readonly sinceMs: number; readonly count: number } | null;
  /** Readings in a row that did not end; none if left out. */
  readonly crashCount?: number;
  /** Given if the source is to be paused. */
  readonly pausedReason?: 'crashes';
  readonly waitingRevision: number | null;
  readonly events: readonly OutboxEvent[];
}

/** Sources of content packs. Methods for one tenant take it first. A write is committed when it resolves. */
export interface SourceStore {
  createSource(
    tenantId: TenantId,
    source: SourceSettings &
      Pick<Source, 'sourceId' | 'packId' | 'name' | 'createdAtMs' | 'createdBy' | 'dueAtMs' | 'run'> & {
        readonly credentials: SourceCredentials;
      },
    sourcesMax: number,
  ): Promise<'created' | 'unknown_pack' | 'name_taken' | 'too_many'>;
  getSource(tenantId: TenantId, packId: PackId, sourceId: SourceId): Promise<Source | null>;
  /** With its credentials. */
  openSource(tenantId: TenantId, sourceId: SourceId): Promise<OpenSource | null>;
  /** Ordered by id, which is the order of creation. */
  listSources(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly after: SourceId | null; readonly limit: number },
  ): Promise<Source[]>;
  /**
   * With `forgets`, what is known of its items is dropped. Pausing ends the sync that is reading. False: the source is gone,
   * or has another connection than the caller has seen, which may not be combined with these settings.
   */
  updateSource(
    tenantId: TenantId,
    sourceId: SourceId,
    change: {
      readonly settings: SourceSettings;
      readonly connectionBefore: SourceConnection;
      /** Undefined: unchanged. */
      readonly credentials?: SourceCredentials;
      readonly dueAtMs: number | null;
      readonly forgets: boolean;
      readonly nowMs: number;
    },
  ): Promise<boolean>;
  /** With everything that is known of it; what it loaded counts as added by hand. */
  deleteSource(tenantId: TenantId, packId: PackId, sourceId: SourceId): Promise<boolean>;

  /** Sources of all tenants with a sync that has not ended, or one that is due, the longest waiting first. */
  listDue(
    nowMs: number,
    limit: number,
  ): Promise<Array<{ readonly tenantId: TenantId; readonly sourceId: SourceId }>>;
  /** `running`: a sync has not ended. `paused`: it is not to be read. Drops what an earlier sync has staged. */
  startSync(
    tenantId: TenantId,
    sourceId: SourceId,
    options: { readonly run: SyncRun; readonly dueAtMs: number | null },
  ): Promise<'started' | 'running' | 'paused' | 'unknown'>;
  /**
   * Counts a reading that begins, in a commit of its own: if it ends the process, the next one knows. Until then the sync is
   * not listed as due. False if the sync has ended, or the source is gone.
   */
  beginReading(
    tenantId: TenantId,
    sourceId: SourceId,
    options: { readonly run: SyncRun; readonly heldUntilMs: number | null },
  ): Promise<boolean>;
  /** A reading that was begun stops in an orderly way, and goes on later. */
  releaseReading(tenantId: TenantId, sourceId: SourceId): Promise<void>;
  /** Saves what was read and how far the sync is, in one commit. False if the sync has ended, or the source is gone. */
  stage(
    tenantId: TenantId,
    sourceId: SourceId,
    step: { readonly run: SyncRun; readonly items: readonly StagedItem[] },
  ): Promise<boolean>;
  /** What was staged, in the order of keys; without payloads. */
  listStaged(
    tenantId: TenantId,
    sourceId: SourceId,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<Omit<StagedItem, 'payload'>[]>;
  getStaged(tenantId: TenantId, sourceId: SourceId, key: string): Promise<StagedItem | null>;
  listKnown(
    tenantId: TenantId,
    sourceId: SourceId,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<KnownSourceItem[]>;
  /** False if the sync has ended elsewhere, or the source is gone: nothing was changed. */
  finishSync(
    tenantId: TenantId,
    sourceId: SourceId,
    options: FinishSync & { readonly nowMs: number },
  ): Promise<boolean>;
}
