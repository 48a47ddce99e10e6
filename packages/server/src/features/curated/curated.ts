import type { CuratedPair } from '@avow/answering';
import type { CuratedId, PackId, TenantId } from '@avow/foundation';
import type { ExpectedDraftRevisions, PageAfter } from '../content/content-store.ts';
import type { Job } from '../content/jobs/job-store.ts';

/** A question and its answer as people write them. */
export type PairContent = Omit<CuratedPair, 'curatedId' | 'revision' | 'updatedAtMs'>;

/** Operations on the curated pairs of drafts. Null and false mean "not found". */
export interface CuratedPairs {
  /** With the caller's own id the call is idempotent: it replaces what the draft has under that id. */
  createPair(
    tenantId: TenantId,
    packId: PackId,
    pair: PairContent,
    curatedId?: CuratedId,
  ): Promise<CuratedPair | null>;
  /** Starts a job that imports a file of pairs, in our format or another product's, into the draft. */
  importPairs(
    tenantId: TenantId,
    packId: PackId,
    file: { readonly fileName: string; readonly bytes: Uint8Array },
  ): Promise<Job | null>;
  listPairs(tenantId: TenantId, packId: PackId, page: PageAfter<CuratedId>): Promise<CuratedPair[] | null>;
  /** Pairs of the draft with any of these questions, compared after normalisation. Null: no such pack. */
  findPairs(tenantId: TenantId, packId: PackId, questions: readonly string[]): Promise<CuratedPair[] | null>;
  getPair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<CuratedPair | null>;
  replacePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    pair: PairContent,
    expected?: ExpectedDraftRevisions,
  ): Promise<CuratedPair | null>;
  deletePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    expected?: ExpectedDraftRevisions,
  ): Promise<boolean>;
}
