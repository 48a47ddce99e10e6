import type { CuratedId, DocumentId, PackId, TenantId } from '@avow/foundation';

/** For whom content is read. Content restricted to other groups does not exist for them. */
export interface KnowledgeReader {
  readonly tenantId: TenantId;
  readonly groups: readonly string[];
}

interface Source {
  readonly documentId: DocumentId | CuratedId;
  readonly packId: PackId;
  readonly title: string;
  /** The path within the pack. */
  readonly source: string;
  readonly url: string | null;
}

/** Stored words that match a search, as the policy lets them be shown. */
export interface FoundPassage extends Source {
  readonly kind: 'document' | 'curated';
  /** The headings above it, or the question of a curated pair. */
  readonly headings: string;
  readonly text: string;
  /** Code point offsets into the stored text; null if something was redacted. */
  readonly start: number | null;
  readonly end: number | null;
}

/** A part of a document, as the policy lets it be shown. */
export interface DocumentPart extends Source {
  readonly text: string;
  /** Code point offsets of the part that was read. */
  readonly start: number;
  readonly end: number;
  /** The code points of the whole document. */
  readonly length: number;
  readonly isRedacted: boolean;
}

export interface ListedPack {
  readonly packId: PackId;
  readonly name: string;
  readonly description: string;
  readonly version: number;
}

export interface ListedDocument extends Source {
  readonly documentId: DocumentId;
  readonly length: number;
  readonly updatedAtMs: number;
}

/** The served content, read by programs rather than answered from. What the policy objects to is not shown. */
export interface Knowledge {
  /** Best first. Throws `not_found` for a pack that does not exist. */
  search(
    reader: KnowledgeReader,
    wanted: { readonly text: string; readonly packIds: readonly string[] | null; readonly limit: number },
    signal: AbortSignal,
  ): Promise<FoundPassage[]>;
  /** Null: there is no such document for this reader. `withheld`: the policy objects to this part of it. */
  read(
    reader: KnowledgeReader,
    wanted: { readonly documentId: string; readonly start: number; readonly length: number },
    signal: AbortSignal,
  ): Promise<DocumentPart | 'withheld' | null>;
  /** The served packs of which the reader may see something, ordered by id. */
  listPacks(
    reader: KnowledgeReader,
    page: { readonly after: PackId | null; readonly limit: number },
  ): Promise<ListedPack[]>;
  getPack(reader: KnowledgeReader, packId: string): Promise<ListedPack | null>;
  /** Ordered by id. Empty if there is no such pack for this reader. */
  listDocuments(
    reader: KnowledgeReader,
    page: { readonly packId: PackId; readonly after: DocumentId | null; readonly limit: number },
  ): Promise<ListedDocument[]>;
}
