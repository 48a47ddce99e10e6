import type { PackId, TenantId } from '@avow/foundation';
import type { StoredScreening } from '@avow/guardrails';
import type { RevisionName } from '@avow/search';

/** Documents of a served version of which all passages are screened. */
export interface ScreeningProgress {
  readonly done: number;
  readonly total: number;
}

/** Results of one name, which says what has computed them. */
type OfName = { readonly screening: string };

/**
 * What passages of documents score, with the revision that they are of: every version that holds the text has them, and they
 * are deleted with it. A write is committed when it resolves.
 */
export interface ScreeningStore {
  /** What is known of these texts, wherever the tenant has them. A row that the service has not written is left out. */
  find(
    tenantId: TenantId,
    wanted: OfName & { readonly textHashes: readonly string[] },
  ): Promise<StoredScreening[]>;
  /** Replaces what was known. Does nothing if the revision no longer exists. */
  add(
    tenantId: TenantId,
    given: OfName & { readonly of: RevisionName; readonly screened: readonly StoredScreening[] },
  ): Promise<void>;
  /**
   * Notes that all passages of the revision are screened. Of the names that were noted before only the last one is kept, for
   * a node of another release, or one that goes back to it.
   */
  finish(
    tenantId: TenantId,
    given: OfName & { readonly of: RevisionName; readonly nowMs: number },
  ): Promise<void>;
  /** Documents of the draft and of the served version that are not finished, newest first. */
  listWaiting(
    tenantId: TenantId,
    wanted: OfName & { readonly packId: PackId; readonly limit: number },
  ): Promise<RevisionName[]>;
  /** Null: nothing is served. */
  progress(
    tenantId: TenantId,
    wanted: OfName & { readonly packId: PackId },
  ): Promise<ScreeningProgress | null>;
}
