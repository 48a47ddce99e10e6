import type { CuratedId, DocumentId } from '@avow/foundation';
import type { PassageObjection } from '@avow/guardrails';

/** Two texts of a draft that are nearly, or exactly, the same. */
export interface NearDuplicate {
  readonly kind: 'document' | 'curated';
  /** 0 to 1; 1 means word for word. */
  readonly similarity: number;
  readonly places: ReadonlyArray<{
    readonly id: DocumentId | CuratedId;
    readonly source: string;
    readonly quote: string;
  }>;
}

/**
 * Texts of a draft of which at most one can be right: pairs that ask the same question and answer it differently, or
 * sentences of documents that differ only in a value or a negation.
 */
export interface Contradiction {
  readonly kind: 'document' | 'curated';
  /** Empty if it concerns documents. */
  readonly questions: ReadonlyArray<{
    readonly curatedId: CuratedId;
    readonly question: string;
    readonly answer: string;
  }>;
  /** Empty if it concerns pairs. */
  readonly places: ReadonlyArray<{
    readonly id: DocumentId;
    readonly source: string;
    readonly quote: string;
  }>;
  /** One plain sentence about the first two. */
  readonly reason: string;
}

/** A text of a draft that reads like instructions to the model that will read it. */
export interface SuspiciousText {
  readonly kind: 'document' | 'curated';
  readonly id: DocumentId | CuratedId;
  readonly source: string;
  readonly quote: string;
  /** One plain sentence. */
  readonly reason: string;
}

/** A passage of a draft that the current policy of the tenant leaves out of answers. */
export interface LeftOutPassage extends PassageObjection {
  readonly id: DocumentId;
  readonly source: string;
  readonly quote: string;
}

/** A document of a draft that ranks below current ones: a changelog, an archive or a superseded page. */
export interface HistoricalDocument {
  readonly id: DocumentId;
  readonly source: string;
  /** One plain sentence. */
  readonly reason: string;
}

export interface PackReport {
  readonly draftRevision: number;
  readonly nearDuplicates: readonly NearDuplicate[];
  readonly contradictions: readonly Contradiction[];
  readonly suspicious: readonly SuspiciousText[];
  readonly leftOut: readonly LeftOutPassage[];
  /** Passages that are not screened yet, so that it is not known whether they are left out. */
  readonly unscreenedCount: number;
  readonly historical: readonly HistoricalDocument[];
  /** Whether there are more findings than are listed. */
  readonly isTruncated: boolean;
}
