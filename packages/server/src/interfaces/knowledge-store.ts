import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from './identity.ts';

export interface Pack {
  readonly packId: PackId;
  readonly version: number;
  /** Unique within the tenant: loading a folder under the same name replaces the pack. */
  readonly name: string;
  readonly description: string;
  readonly documentCount: number;
  readonly curatedCount: number;
  readonly passageCount: number;
  /** Hash of everything in the pack: equal hashes mean that loading again changes nothing. */
  readonly contentHash: string;
  readonly publishedAtMs: number;
}

/** A document as it is cited: offsets anywhere are code points into `text`. */
export interface StoredDocument {
  readonly documentId: DocumentId;
  /** The path within the pack. Stable: the same path keeps its id from version to version. */
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
}

export interface CuratedPair {
  readonly curatedId: CuratedId;
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly answer: string;
  readonly source: string;
  readonly url: string | null;
}

export interface CuratedMatch {
  readonly pair: CuratedPair;
  readonly pack: PackVersion;
}

export interface PackContent {
  readonly pack: Pack;
  readonly documents: readonly StoredDocument[];
  readonly curated: readonly CuratedPair[];
  /** Normalised question → pair, for the exact match. Several pairs may share one. */
  readonly curatedKeys: ReadonlyArray<{ readonly key: string; readonly curatedId: CuratedId }>;
}

/** Documents and curated pairs: the texts that citations are checked against. */
export interface KnowledgeStore {
  /** Publishes the version in one commit: readers see the old version whole, or the new one whole. */
  publishPack(tenantId: TenantId, content: PackContent): Promise<void>;
  /** False where the tenant has no such pack. Its texts are gone with the commit. */
  removePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
  listPacks(tenantId: TenantId): Promise<Pack[]>;
  /** Ids that sources and questions have in the published version, so that a reload keeps them. */
  listSourceIds(
    tenantId: TenantId,
    packId: PackId,
  ): Promise<{
    readonly documents: ReadonlyMap<string, DocumentId>;
    readonly curated: ReadonlyMap<string, CuratedId>;
  }>;

  /** Pairs of published packs filed under this key; `packIds` narrows where it is given. */
  findCurated(
    tenantId: TenantId,
    wanted: { readonly key: string; readonly packIds: readonly PackId[] | null },
  ): Promise<CuratedMatch[]>;
  getCurated(tenantId: TenantId, curatedId: CuratedId): Promise<CuratedMatch | null>;
  /** What is said of a document when it is cited; its text is read by the quote. */
  getDocument(
    tenantId: TenantId,
    documentId: DocumentId,
  ): Promise<(Omit<StoredDocument, 'text'> & { readonly pack: PackVersion }) | null>;
  /** The stored words from code point `start` to `end`, or null where the document is gone. */
  readQuote(
    tenantId: TenantId,
    wanted: { readonly documentId: DocumentId | CuratedId; readonly start: number; readonly end: number },
  ): Promise<string | null>;
}
