import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from '@avow/foundation';

/** Who may see it: members of any of these groups; empty: everyone. */
type Groups = readonly string[];

/** One revision of a document. Offsets anywhere are code points into `text`, and a revision's text never changes. */
export interface StoredDocument {
  readonly documentId: DocumentId;
  /** The draft revision that introduced it: with the id it identifies this text. */
  readonly revision: number;
  /** The path within the pack. Stable: the same path keeps its id from version to version. */
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly groups: Groups;
  readonly format: 'markdown' | 'text';
  /** Covers the loaded bytes and how they were read: equal hashes mean that loading again changes nothing. */
  readonly contentHash: string;
  readonly updatedAtMs: number;
  readonly text: string;
}

export interface CuratedPair {
  readonly curatedId: CuratedId;
  readonly revision: number;
  readonly question: string;
  readonly alternatives: readonly string[];
  /** Markdown. */
  readonly answer: string;
  readonly source: string;
  readonly url: string | null;
  readonly tags: readonly string[];
  readonly groups: Groups;
  /** Served from this instant on; null: no start. */
  readonly validFromMs: number | null;
  /** Not served from this instant on; null: no end. */
  readonly validUntilMs: number | null;
  readonly updatedAtMs: number;
}

/** Who is asking, and when. Content that is restricted, not yet valid or no longer valid does not exist for them. */
export interface Viewer {
  readonly groups: readonly string[];
  readonly nowMs: number;
}

export interface CuratedMatch {
  readonly pair: CuratedPair;
  readonly pack: PackVersion;
}

export type DocumentSummary = Omit<StoredDocument, 'text'> & { readonly codePoints: number };

/** What is read of the served content to answer a question. */
export interface ServedContent {
  /** Every served pack version, ordered by pack id. */
  listServed(tenantId: TenantId): Promise<PackVersion[]>;
  /** Pairs of served versions with this key that the viewer may see, ordered by id; `packIds` restricts the packs. */
  findCurated(
    tenantId: TenantId,
    wanted: Viewer & { readonly key: string; readonly packIds: readonly PackId[] | null },
  ): Promise<CuratedMatch[]>;
  /** As served now; null if it is not served, or not to this viewer. */
  getCurated(tenantId: TenantId, curatedId: CuratedId, viewer: Viewer): Promise<CuratedMatch | null>;
  /** The metadata of a served document, for citing it; its text is read with `readQuote`. */
  getDocument(
    tenantId: TenantId,
    documentId: DocumentId,
    viewer: Viewer,
  ): Promise<(DocumentSummary & { readonly pack: PackVersion }) | null>;
  /** The served text from code point `start` to `end`; null if it is not served, or not to this viewer. */
  readQuote(
    tenantId: TenantId,
    wanted: Viewer & {
      readonly documentId: DocumentId | CuratedId;
      readonly start: number;
      readonly end: number;
    },
  ): Promise<string | null>;
}
