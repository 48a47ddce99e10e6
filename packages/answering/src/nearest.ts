import type { CuratedId, DocumentId, PackId } from '@avow/foundation';

/** What was nearest to a question, whether or not it answers it. */
export interface Nearest {
  readonly documentId: DocumentId | CuratedId;
  readonly packId: PackId;
  /** The headings above the passage, or the curated question. */
  readonly headings: string;
  /** As the search scored it; comparable within one answer of the search only. */
  readonly score: number;
}
