import type { PackVersion, TenantId } from '@avow/foundation';
import type { PassageHit, PassageQuery } from '@avow/search';

export interface FoundPassages {
  /** One list per query, in order. */
  readonly hits: ReadonlyArray<readonly PassageHit[]>;
  /** The versions that were searched. */
  readonly packs: readonly PackVersion[];
  /** False if a served version was skipped because the search engine does not have it at the moment. */
  readonly isComplete: boolean;
}

/** Searches served versions. */
export interface ServedSearch {
  /** `listAgain` lists the served versions again, in case one of those in the queries is gone. */
  find(
    tenantId: TenantId,
    queries: readonly PassageQuery[],
    listAgain: () => Promise<PackVersion[]>,
  ): Promise<FoundPassages>;
}

/** How much of what is served can be found by its meaning. */
export interface EmbeddedShare {
  /**
   * The share of the passages of these versions that have a vector, two decimals, rounded down; 1: all of them. What is not
   * counted within this time, since the thread that counts may be staging a large version, has none.
   */
  shareOf(tenantId: TenantId, packs: readonly PackVersion[], waitMs: number): Promise<number>;
}
