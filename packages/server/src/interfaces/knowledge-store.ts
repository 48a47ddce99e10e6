import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from './identity.ts';
import type { OutboxEvent } from './outbox-event.ts';

/** A content pack: its draft is worked on, and one of its published versions is served. */
export interface Pack {
  readonly packId: PackId;
  /** Unique within the tenant. */
  readonly name: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Goes up with every change to the draft. */
  readonly draftRevision: number;
  readonly draft: {
    readonly documentCount: number;
    readonly curatedCount: number;
    /** Whether publishing now would serve something other than the latest version. */
    readonly isChanged: boolean;
  };
  /** The highest version ever published; 0 where none was. The draft goes on from it. */
  readonly latestVersion: number;
  /** The version that answers are made from; null: nothing of the pack is served. */
  readonly servedVersion: number | null;
}

/** One published state. It never changes; once retired its content is gone, and it cannot be served again. */
export interface Version extends PackVersion {
  readonly documentCount: number;
  readonly curatedCount: number;
  readonly passageCount: number;
  readonly note: string;
  readonly publishedAtMs: number;
  readonly isRetired: boolean;
}

/** Who may see it: members of any of these groups; empty: everyone. */
type Groups = readonly string[];

/** One revision of a document. Offsets anywhere are code points into `text`, and a revision's text never changes. */
export interface StoredDocument {
  readonly documentId: DocumentId;
  /** The draft revision that it came in with: with the id it names this text and no other. */
  readonly revision: number;
  /** The path within the pack. Stable: the same path keeps its id from version to version. */
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly groups: Groups;
  readonly format: 'markdown' | 'text';
  /** Of the bytes that were loaded, and of how they were read: equal hashes mean that loading again changes nothing. */
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
  /** Served from this instant on; null: always was. */
  readonly validFromMs: number | null;
  /** Not served from this instant on; null: for ever. */
  readonly validUntilMs: number | null;
  readonly updatedAtMs: number;
}

/**
 * What one commit changes in a draft. An id that is put again replaces what the draft has under it; what equals it in
 * every field changes nothing, and what equals the latest version's comes back as that revision. Of an id that is put
 * twice the last stands, and one that is both put and removed is put.
 */
export interface DraftChange {
  readonly nowMs: number;
  readonly putDocuments?: readonly Omit<StoredDocument, 'revision' | 'updatedAtMs'>[];
  readonly removeDocuments?: readonly DocumentId[];
  readonly putPairs?: ReadonlyArray<
    Omit<CuratedPair, 'revision' | 'updatedAtMs'> & {
      /** Its questions, normalised: what the exact match is looked up by. */
      readonly keys: readonly string[];
    }
  >;
  readonly removePairs?: readonly CuratedId[];
}

/** Names one revision of a document or pair. */
export interface RevisionName {
  readonly id: DocumentId | CuratedId;
  readonly revision: number;
}

/** What the draft has that the latest version has not, and the other way round. */
interface DraftDifference {
  readonly draftRevision: number;
  readonly latestVersion: number;
  readonly added: readonly RevisionName[];
  readonly removed: readonly RevisionName[];
}

/** Who asks, and when: what they may not see, or not yet, or no longer, is not there. */
export interface Viewer {
  readonly groups: readonly string[];
  readonly nowMs: number;
}

export interface CuratedMatch {
  readonly pair: CuratedPair;
  readonly pack: PackVersion;
}

interface Page<Id> {
  /** Strictly after this id; null: from the first. */
  readonly after: Id | null;
  readonly limit: number;
}

export type DocumentSummary = Omit<StoredDocument, 'text'> & { readonly codePoints: number };

/** Documents and curated pairs: the texts that citations are checked against. Everything is committed when it resolves. */
export interface KnowledgeStore {
  /** Rejects with `pack_conflict` where the tenant has a pack of that name. */
  createPack(
    tenantId: TenantId,
    pack: Pick<Pack, 'packId' | 'name' | 'description'> & { readonly nowMs: number },
  ): Promise<void>;
  /** False where there is no such pack; rejects with `pack_conflict` where the name is another's. */
  updatePack(
    tenantId: TenantId,
    packId: PackId,
    change: { readonly name?: string; readonly description?: string; readonly nowMs: number },
  ): Promise<boolean>;
  /** False where there is no such pack. Its texts, versions and jobs are gone with the commit. */
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
  getPack(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  findPackByName(tenantId: TenantId, name: string): Promise<Pack | null>;
  /** By id, which is the order of their making. */
  listPacks(tenantId: TenantId, page: Page<PackId>): Promise<Pack[]>;
  /** Every pack version that is served now, by id of the pack. */
  listServed(tenantId: TenantId): Promise<PackVersion[]>;

  /**
   * All of it in one commit; the pack's draft revision afterwards, the old one where nothing changed. Null where there is
   * no such pack. Rejects, and changes nothing, with `pack_conflict` where two documents would have one path, and with
   * `validation_failed` where a text has NUL or half of a surrogate pair, which offsets cannot count.
   */
  changeDraft(tenantId: TenantId, packId: PackId, change: DraftChange): Promise<number | null>;
  listDraftDocuments(tenantId: TenantId, packId: PackId, page: Page<DocumentId>): Promise<DocumentSummary[]>;
  getDraftDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
  ): Promise<StoredDocument | null>;
  /** What the draft has under each path. */
  listDraftSources(
    tenantId: TenantId,
    packId: PackId,
  ): Promise<ReadonlyMap<string, { readonly documentId: DocumentId; readonly contentHash: string }>>;
  listDraftPairs(tenantId: TenantId, packId: PackId, page: Page<CuratedId>): Promise<CuratedPair[]>;
  getDraftPair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<CuratedPair | null>;

  /** In no order. Null where there is no such pack. */
  compareDraft(tenantId: TenantId, packId: PackId): Promise<DraftDifference | null>;
  /** Any revision that the draft or a version that is not retired holds; null where none does. */
  getRevision(
    tenantId: TenantId,
    packId: PackId,
    name: RevisionName,
  ): Promise<
    | { readonly kind: 'document'; readonly document: StoredDocument }
    | { readonly kind: 'pair'; readonly pair: CuratedPair }
    | null
  >;
  /** Every revision that a version holds, in no order; null where the version is unknown or retired. */
  listVersionRevisions(tenantId: TenantId, pack: PackVersion): Promise<RevisionName[] | null>;
  /**
   * Makes the draft the next version and serves it, in one commit: readers see the version before whole, or this one
   * whole. `draft_changed` where the draft is no longer at `draftRevision`, or another version came first: nothing changed.
   */
  publishVersion(
    tenantId: TenantId,
    version: PackVersion & {
      readonly draftRevision: number;
      readonly passageCount: number;
      readonly note: string;
      readonly nowMs: number;
      readonly events: readonly OutboxEvent[];
    },
  ): Promise<'published' | 'draft_changed' | 'unknown_pack'>;
  /** Newest first, retired ones included. */
  listVersions(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<Version[]>;
  /** Serves another version from the commit on, or none. `unknown`: no such version, or no such pack. */
  serveVersion(
    tenantId: TenantId,
    wanted: {
      readonly packId: PackId;
      readonly version: number | null;
      readonly nowMs: number;
      readonly events: readonly OutboxEvent[];
    },
  ): Promise<'served' | 'retired' | 'unknown'>;
  /**
   * Retires all but the newest `keep` of those not yet retired; the served one and the latest always stay. What only
   * retired versions held is deleted. The versions that were retired by this call, oldest first.
   */
  retireVersions(tenantId: TenantId, packId: PackId, keep: number): Promise<number[]>;

  /**
   * What answers are made from, as if this pack alone were served, in this version or as its draft is now. What the draft
   * holds has the number of the version that it would be published as.
   */
  viewOf(
    tenantId: TenantId,
    wanted: { readonly packId: PackId; readonly version: number | 'draft' },
  ): ServedView;
  /** Pairs of served versions filed under this key, by id, as the viewer may see them; `packIds` narrows where given. */
  findCurated(
    tenantId: TenantId,
    wanted: Viewer & { readonly key: string; readonly packIds: readonly PackId[] | null },
  ): Promise<CuratedMatch[]>;
  /** As it is served now; null where it is not, or not to this viewer. */
  getCurated(tenantId: TenantId, curatedId: CuratedId, viewer: Viewer): Promise<CuratedMatch | null>;
  /** What is said of a document when it is cited, as it is served now; its text is read by the quote. */
  getDocument(
    tenantId: TenantId,
    documentId: DocumentId,
    viewer: Viewer,
  ): Promise<(DocumentSummary & { readonly pack: PackVersion }) | null>;
  /** The words served now from code point `start` to `end`, or null where they are not, or not to this viewer. */
  readQuote(
    tenantId: TenantId,
    wanted: Viewer & {
      readonly documentId: DocumentId | CuratedId;
      readonly start: number;
      readonly end: number;
    },
  ): Promise<string | null>;
}

/** What is read of the store while a question is answered. */
export type ServedView = Pick<
  KnowledgeStore,
  'listServed' | 'findCurated' | 'getCurated' | 'getDocument' | 'readQuote'
>;
