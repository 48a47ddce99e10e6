import type { PackId, TenantId } from '@avow/foundation';
import type { ExpectedDraftRevisions, Pack, Version } from '../content/content-store.ts';
import type { Job } from '../content/jobs/job-store.ts';
import type { PackReport } from './report/pack-report.ts';

/** A node that is alive, and whether questions to it are answered from a version. */
export interface ServingNode {
  readonly nodeId: string;
  readonly isServing: boolean;
}

export interface ListedVersion extends Version {
  /** Of the version that is published; null of any other, and if one process serves alone. */
  readonly nodes: readonly ServingNode[] | null;
}

/** Operations on what is served of content packs. Null means "not found". Conflicts reject with an `AppError`. */
export interface Publications {
  listVersions(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<ListedVersion[] | null>;
  /** Null: no version is served. */
  servedVersion(tenantId: TenantId, pack: Pack): Promise<Version | null>;
  /** Starts a job that publishes the draft. It fails if the pack has a gate and its golden set got worse. */
  publish(
    tenantId: TenantId,
    packId: PackId,
    also: {
      readonly note: string;
      /** Publishes regardless of the gate; the version's note then says so. */
      readonly isForced?: boolean;
      /** Of the draft. */
      readonly expected?: ExpectedDraftRevisions;
    },
  ): Promise<Job | null>;
  /** Immediately serves a previously published version. Rejects with `version_retired` if its content was deleted. */
  rollback(tenantId: TenantId, packId: PackId, version: number): Promise<Pack | null>;
  /** Immediately stops serving the pack. */
  unpublish(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  /** Near-duplicates, contradictions and suspicious texts in the draft. */
  report(tenantId: TenantId, packId: PackId): Promise<PackReport | null>;
  /** The part of the report on passages that no answer uses, also of what is served. */
  reportLeftOut(tenantId: TenantId, packId: PackId): Promise<Pick<PackReport, 'leftOut' | 'unscreenedCount'>>;
}
