import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from '@avow/foundation';

/** Names one revision of a document or pair. */
export interface RevisionName {
  readonly id: DocumentId | CuratedId;
  readonly revision: number;
}

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
  /** Of a changelog, an archive or a superseded document: ranks below current passages that match as well. */
  readonly isHistorical?: boolean;
}

/** Where the same words stand besides: another passage, equal in headings and text. */
export type PassagePlace = Pick<Passage, 'documentId' | 'revision' | 'ordinal' | 'start' | 'end'> & {
  readonly pack: PackVersion;
};

export interface PassageHit extends Passage {
  readonly pack: PackVersion;
  /** Comparable within one answer of the search only. */
  readonly score: number;
  /** The BM25 score; null: not among the best keyword matches. */
  readonly wordScore: number | null;
  /** The cosine similarity, −1 to 1; null: not among the best semantic matches, or it has no vector yet. */
  readonly vectorScore: number | null;
  /** Other places with the same text that this viewer may see. */
  readonly alsoAt: readonly PassagePlace[];
}

export interface PassageQuery {
  readonly kind: Passage['kind'];
  readonly text: string;
  /** The query vector of `text`, of length 1; null: keyword search only. */
  readonly vector: Float32Array | null;
  /** If empty, nothing is found. Rejects if a version is missing: it must be staged again. */
  readonly packs: readonly PackVersion[];
  /** `all`: ignores groups. Nothing that is found this way may be shown. */
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

/** Keyword and semantic search over passages. Every method takes the tenant first. */
export interface PassageSearch {
  /** Best first: keyword and semantic candidates, fused. What the viewer may not see does not affect the ranking. */
  search(tenantId: TenantId, wanted: PassageQuery): Promise<PassageHit[]>;

  /**
   * Builds a version from its base, without `removed` and with `added`. It is not searched until a query names it.
   * Staging it again replaces it; an interrupted staging leaves nothing. Known passages keep their vectors.
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
  /** Removes all other versions of the pack, and from the files all text that only they had. */
  prune(
    tenantId: TenantId,
    pack: { readonly packId: PackId; readonly keep: readonly number[] },
  ): Promise<void>;

  /**
   * Passages of the version that have no vector of this encoder, at most `limit`. Curated questions come first: they are
   * short, and what people ask most.
   */
  listWaiting(
    tenantId: TenantId,
    wanted: { readonly pack: PackVersion; readonly encoder: string; readonly limit: number },
  ): Promise<WaitingPassage[]>;
  /** Durable when it resolves, and part of semantic search from then on. Unknown keys are ignored. */
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
