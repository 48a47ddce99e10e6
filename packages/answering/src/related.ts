import type { DocumentId, PackId } from '@avow/foundation';

/** A passage near to a question that it does not answer. */
export interface Related {
  readonly documentId: DocumentId;
  readonly packId: PackId;
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  /** The headings above it, outermost first, joined by ` › `. */
  readonly headings: string;
  /** How near it is to the question, 0 to 1. */
  readonly score: number;
  /** Null: words of an answer that was withheld may be among them. */
  readonly quoted: RelatedQuote | null;
}

/** Some of its words, as they are stored. */
export interface RelatedQuote {
  readonly quote: string;
  /** Code points into the stored text of the document. */
  readonly start: number;
  readonly end: number;
}
