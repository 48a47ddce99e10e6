import type { CuratedId, DocumentId, PackVersion, TenantId } from './identity.ts';

/** A piece of a document, or a curated question, as it is searched. */
export interface Passage {
  readonly kind: 'document' | 'curated';
  readonly pack: PackVersion;
  readonly documentId: DocumentId | CuratedId;
  /** Position within the document; for a curated pair, 0 is the question and the rest its alternatives. */
  readonly ordinal: number;
  /** The headings above it, outermost first, joined by ` › `. */
  readonly headings: string;
  /** Exactly the stored words from `start` to `end` (code points); for a curated pair, the question. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface PassageHit extends Passage {
  /** Comparable within one answer of the search only. */
  readonly score: number;
}

/** Finds passages. Every method names the tenant first. */
export interface PassageSearch {
  /** Best first. Only passages of the pack versions named; none named: nothing found. */
  search(
    tenantId: TenantId,
    wanted: {
      readonly text: string;
      readonly packs: readonly PackVersion[];
      readonly limit: number;
      readonly timeoutMs: number;
    },
  ): Promise<PassageHit[]>;
  /** Adds the passages of one pack version, in batches, so that they can be searched once this resolves. */
  add(tenantId: TenantId, passages: readonly Passage[], onProgress: (added: number) => void): Promise<void>;
  /** Removes every version of the pack but `keep` (null: all), and their words from the files. */
  prune(
    tenantId: TenantId,
    pack: { readonly packId: PackVersion['packId']; readonly keep: number | null },
  ): Promise<void>;
  close(): Promise<void>;
}
