import type { CreateSourceRequest, SyncSourceRequest, UpdateSourceRequest } from '@avow/contract';
import type { PackId, SourceId, TenantId } from '@avow/foundation';
import type { Job } from '../jobs/job-store.ts';
import type { JobEnd } from '../jobs/jobs.ts';
import type { Actor } from '../keys/access-store.ts';
import type { Source } from './source-store.ts';

/**
 * Sources of content packs, as used by the routes and the command line. Null means "no such pack". Refusals are thrown as an
 * `AppError`: `not_found`, `invalid_state`, `pack_conflict`, `validation_failed`.
 */
export interface Sources {
  create(tenantId: TenantId, packId: PackId, given: CreateSourceRequest, by: Actor): Promise<Source>;
  get(tenantId: TenantId, packId: PackId, sourceId: SourceId): Promise<Source>;
  /** Oldest first. */
  list(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly after: SourceId | null; readonly limit: number },
  ): Promise<Source[] | null>;
  update(tenantId: TenantId, packId: PackId, sourceId: SourceId, given: UpdateSourceRequest): Promise<Source>;
  delete(
    tenantId: TenantId,
    packId: PackId,
    sourceId: SourceId,
    options: { readonly documents: 'keep' | 'remove' },
  ): Promise<void>;
  sync(tenantId: TenantId, packId: PackId, sourceId: SourceId, given: SyncSourceRequest): Promise<Source>;
}

/** Applies and publishes what a sync has read, and ends the sync. The caller holds the lock of the pack. */
export type ApplySync = (
  tenantId: TenantId,
  options: {
    readonly job: Job;
    readonly sourceId: SourceId;
    readonly signal: AbortSignal;
    readonly onProgress: (done: number, total: number) => void;
  },
) => Promise<JobEnd>;
