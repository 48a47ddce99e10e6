import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from './identity.ts';
import type { RevisionName } from './knowledge-store.ts';

/** A piece of a document, or a curated question, as it is searched. */
export interface Passage {
  readonly kind: 'document' | 'curated';
  readonly documentId: DocumentId | CuratedId;
  readonly revision: number;
  /** Position within the document; for a curated pair, 0 is the question and the rest its alternatives. */
  readonly ordinal: number;
  /** The headings above it, outermost first, joined by ` › `; after ` » `, what a part of a list, table or code is led by. */
  readonly headings: string;
  /** Exactly the stored words from `start` to `end` (code points); for a curated pair, the question. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Who may find it: members of any of these; empty: everyone. */
  readonly groups: readonly string[];
  /** Found from this instant on; null: always was. */
  readonly validFromMs: number | null;
  /** Not found from this instant on; null: for ever. */
  readonly validUntilMs: number | null;
}

/** Where the same words stand besides: another passage, equal in headings and text. */
export type PassagePlace = Pick<Passage, 'documentId' | 'revision' | 'ordinal' | 'start' | 'end'> & {
  readonly pack: PackVersion;
};

export interface PassageHit extends Passage {
  readonly pack: PackVersion;
  /** Comparable within one answer of the search only. */
  readonly score: number;
  /** BM25 over the words; null where it was not among the best by words. */
  readonly wordScore: number | null;
  /** Cosine of the meanings, −1 to 1; null where it was not among the best by meaning, or has no vector yet. */
  readonly vectorScore: number | null;
  /** Other places that this viewer may see with the same words. */
  readonly alsoAt: readonly PassagePlace[];
}

export interface PassageQuery {
  readonly kind: Passage['kind'];
  readonly text: string;
  /** The meaning of `text`, of length 1; null: by words alone. */
  readonly vector: Float32Array | null;
  /** None named: nothing found. A version that the search does not have: rejects, it must be staged again. */
  readonly packs: readonly PackVersion[];
  /** `all`: whatever group it is kept to. Nothing of what is found so may be shown. */
  readonly groups: readonly string[] | 'all';
  readonly nowMs: number;
  readonly limit: number;
  readonly timeoutMs: number;
}

/** A passage that waits for its vector. */
export interface WaitingPassage {
  /** Names it within its pack, for as long as the pack has any version that holds it. */
  readonly key: string;
  /** What is to be encoded. */
  readonly text: string;
}

export interface VectorProgress {
  readonly done: number;
  readonly total: number;
}

/** Finds passages by words and by meaning. Every method names the tenant first. */
export interface PassageSearch {
  /** Best first: candidates by words and by meaning, fused. What the viewer may not see takes no part in the ranking. */
  search(tenantId: TenantId, wanted: PassageQuery): Promise<PassageHit[]>;

  /**
   * Builds what a version needs beside its base: the base without `removed`, and with `added`. Nobody finds it until it
   * is named in a query. Done again, it replaces; broken off, it leaves nothing. Passages found before keep their vectors.
   */
  stageVersion(
    tenantId: TenantId,
    version: {
      readonly pack: PackVersion;
      /** The version that it is built on; null: on nothing. Must be here (`hasVersion`). */
      readonly base: number | null;
      readonly removed: readonly RevisionName[];
      readonly added: AsyncIterable<readonly Passage[]>;
    },
    onProgress: (passagesDone: number) => void,
  ): Promise<{ readonly passageCount: number }>;
  hasVersion(tenantId: TenantId, pack: PackVersion): Promise<boolean>;
  /** Removes every version of the pack but those, and from the files all words that only the others had. */
  prune(
    tenantId: TenantId,
    pack: { readonly packId: PackId; readonly keep: readonly number[] },
  ): Promise<void>;

  /** Passages of the version that have no vector of this encoder, at most `limit`. */
  listWaiting(
    tenantId: TenantId,
    wanted: { readonly pack: PackVersion; readonly encoder: string; readonly limit: number },
  ): Promise<WaitingPassage[]>;
  /** Durable when it resolves; found by meaning from then on. Unknown keys are passed over. */
  addVectors(
    tenantId: TenantId,
    given: {
      readonly pack: PackVersion;
      readonly encoder: string;
      readonly vectors: ReadonlyArray<{ readonly key: string; readonly vector: Float32Array }>;
    },
  ): Promise<void>;
  vectorProgress(
    tenantId: TenantId,
    wanted: { readonly pack: PackVersion; readonly encoder: string },
  ): Promise<VectorProgress>;
  close(): Promise<void>;
}
