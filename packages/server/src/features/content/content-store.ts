import type { CuratedPair, DocumentSummary, ServedContent, StoredDocument, Viewer } from '@avow/answering';
import type {
  CuratedId,
  DocumentId,
  OutboxEvent,
  PackId,
  PackVersion,
  SourceId,
  TenantId,
} from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import type { ItemFilter, ItemLabelStore } from './item-label-store.ts';

/** A content pack: people edit its draft, and one of its published versions is served. */
export interface Pack {
  readonly packId: PackId;
  /** Unique within the tenant. */
  readonly name: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Increases with every change to the draft. */
  readonly draftRevision: number;
  readonly draft: {
    readonly documentCount: number;
    readonly curatedCount: number;
    /** Whether publishing now would serve something other than the latest version. */
    readonly isChanged: boolean;
  };
  /** The highest version ever published; 0 if there is none. The draft is compared with it. */
  readonly latestVersion: number;
  /** The version that questions are answered from; null: the pack is not served. */
  readonly servedVersion: number | null;
}

/** A published version. It is immutable; once retired, its content is deleted and it cannot be served again. */
export interface Version extends PackVersion {
  readonly documentCount: number;
  readonly curatedCount: number;
  readonly passageCount: number;
  readonly note: string;
  readonly publishedAtMs: number;
  readonly isRetired: boolean;
}

/**
 * The changes of one commit to a draft. Putting an existing id replaces its item; an item equal in every field changes
 * nothing, and one equal to the latest version's gets that revision again. If an id is put twice, the last one wins; if it
 * is both put and removed, it is put.
 */
export interface DraftChange {
  readonly nowMs: number;
  readonly putDocuments?: readonly Omit<StoredDocument, 'revision' | 'updatedAtMs'>[];
  readonly removeDocuments?: readonly DocumentId[];
  readonly putPairs?: ReadonlyArray<
    Omit<CuratedPair, 'revision' | 'updatedAtMs'> & {
      /** Its normalised questions, which exact matches are looked up by. */
      readonly keys: readonly string[];
    }
  >;
  readonly removePairs?: readonly CuratedId[];
  readonly putLoaded?: readonly LoadedItem[];
  readonly removeLoaded?: readonly LoadedItem['id'][];
  /** Can be undone by `settleDraft`. Other changes made in the meantime are kept. */
  readonly isProvisional?: boolean;
  /** Rejects with `precondition_failed` unless the item has one of these revisions. */
  readonly expected?: ExpectedItem;
}

/** Rejects with `precondition_failed` unless what is changed has one of these revisions; null: it may have any. */
export type ExpectedDraftRevisions = readonly number[] | null;

/** Which revisions an item must have to be changed. */
export interface ExpectedItem {
  readonly id: DocumentId | CuratedId;
  readonly revisions: readonly number[];
}

/** What a folder or a source contained for a document or pair when it was last loaded, to detect what people changed since. */
export interface LoadedItem {
  readonly id: DocumentId | CuratedId;
  /** The path within the folder. */
  readonly file: string;
  /** JSON that the loader wrote. */
  readonly snapshot: string;
  /** Null: a person loaded it from a folder. */
  readonly sourceId: SourceId | null;
}

/** What the draft adds to the latest version and removes from it. */
interface DraftDifference {
  readonly draftRevision: number;
  readonly latestVersion: number;
  readonly added: readonly RevisionName[];
  readonly removed: readonly RevisionName[];
}

/** Where a pair is: in the version that is served, or only in the draft. */
export interface PairState {
  readonly curatedId: CuratedId;
  readonly isServed: boolean;
}

export interface PageAfter<Id> {
  /** Strictly after this id; null: from the first. */
  readonly after: Id | null;
  readonly limit: number;
}

/** Documents and curated pairs: the texts that citations are checked against. A write is committed when it resolves. */
export interface ContentStore extends ServedContent, ItemLabelStore {
  /** Rejects with `pack_conflict` if the tenant already has a pack of that name. */
  createPack(
    tenantId: TenantId,
    pack: Pick<Pack, 'packId' | 'name' | 'description'> & { readonly nowMs: number },
  ): Promise<void>;
  /** False if there is no such pack; rejects with `pack_conflict` if another pack has the name. */
  updatePack(
    tenantId: TenantId,
    packId: PackId,
    change: { readonly name?: string; readonly description?: string; readonly nowMs: number },
  ): Promise<boolean>;
  /** False if there is no such pack. The same commit deletes its texts, versions and jobs. */
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
  getPack(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  findPackByName(tenantId: TenantId, name: string): Promise<Pack | null>;
  /** Ordered by id, which is the order of creation. */
  listPacks(tenantId: TenantId, page: PageAfter<PackId>): Promise<Pack[]>;

  /**
   * Applies everything in one commit and returns the draft revision afterwards, which is unchanged if nothing changed. Null
   * if there is no such pack. Rejects, changing nothing, with `pack_conflict` if two documents would have the same path, and
   * with `validation_failed` if a text contains NUL or a lone surrogate, which offsets cannot count.
   */
  changeDraft(tenantId: TenantId, packId: PackId, change: DraftChange): Promise<number | null>;
  listDraftDocuments(
    tenantId: TenantId,
    packId: PackId,
    page: PageAfter<DocumentId> & ItemFilter,
  ): Promise<DocumentSummary[]>;
  /** Documents with the beginnings of their texts, as far as they are looked through. */
  listDraftTexts(
    tenantId: TenantId,
    packId: PackId,
    page: PageAfter<DocumentId>,
  ): Promise<Array<DocumentSummary & { readonly text: string }>>;
  getDraftDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
  ): Promise<StoredDocument | null>;
  /** The document of the draft under each path. */
  listDraftSources(
    tenantId: TenantId,
    packId: PackId,
  ): Promise<ReadonlyMap<string, { readonly documentId: DocumentId; readonly contentHash: string }>>;
  listDraftPairs(
    tenantId: TenantId,
    packId: PackId,
    page: PageAfter<CuratedId> & ItemFilter,
  ): Promise<CuratedPair[]>;
  getDraftPair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<CuratedPair | null>;

  /** Unordered. */
  listLoaded(tenantId: TenantId, packId: PackId): Promise<LoadedItem[]>;
  /**
   * Ends a series of provisional changes: they are kept, or the draft is restored to its state before the first of them.
   * Publishing also keeps them. False if there was nothing to settle.
   */
  settleDraft(
    tenantId: TenantId,
    packId: PackId,
    settling: { readonly outcome: 'kept' | 'restored'; readonly nowMs: number },
  ): Promise<boolean>;
  /** Drafts of all tenants with provisional changes, from loads that are running or were killed. */
  listUnsettledDrafts(): Promise<Array<{ readonly tenantId: TenantId; readonly packId: PackId }>>;

  /** Unordered. Null if there is no such pack. */
  compareDraft(tenantId: TenantId, packId: PackId): Promise<DraftDifference | null>;
  /** A revision that the draft or a version that is not retired contains; null otherwise. */
  getRevision(
    tenantId: TenantId,
    packId: PackId,
    name: RevisionName,
  ): Promise<
    | { readonly kind: 'document'; readonly document: StoredDocument }
    | { readonly kind: 'pair'; readonly pair: CuratedPair }
    | null
  >;
  /** What the log commits to of each of these texts in a version that is not retired, unordered; in hexadecimal. */
  listCommitments(
    tenantId: TenantId,
    pack: PackVersion,
    ids: ReadonlyArray<DocumentId | CuratedId>,
  ): Promise<Array<{ readonly id: DocumentId | CuratedId; readonly commitment: string }>>;
  /** Every revision in a version, unordered; null if the version is unknown or retired. */
  listVersionRevisions(tenantId: TenantId, pack: PackVersion): Promise<RevisionName[] | null>;
  /**
   * Makes the draft the next version and serves it, in one commit: readers see either the previous version or this one,
   * complete. `draft_changed` if the draft is no longer at `draftRevision` or another version came first; nothing changed.
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
  /** Switches the served version, or serves none, with one commit. `unknown`: no such version, or no such pack. */
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
   * Retires all but the newest `keep` versions that are not yet retired; the served one and the latest always stay. Content
   * of retired versions only is deleted. Returns the versions that this call retired, oldest first.
   */
  retireVersions(tenantId: TenantId, packId: PackId, keep: number): Promise<number[]>;

  /**
   * The content to answer from as if only this pack were served, in this version or as its draft is now. The draft's content
   * has the version number that it would be published as.
   */
  viewOf(
    tenantId: TenantId,
    wanted: { readonly packId: PackId; readonly version: number | 'draft' },
  ): ServedContent;
  /** The documents of a served pack that the viewer may see, ordered by id. */
  listServedDocuments(
    tenantId: TenantId,
    wanted: Viewer & PageAfter<DocumentId> & { readonly packId: PackId },
  ): Promise<DocumentSummary[]>;
  /** Those of these pairs that are in a draft or served, to anybody; unordered. */
  findPairStates(tenantId: TenantId, curatedIds: readonly CuratedId[]): Promise<PairState[]>;
  /** Whether a pack is served and the viewer may see anything of it. */
  seesPack(tenantId: TenantId, wanted: Viewer & { readonly packId: PackId }): Promise<boolean>;
}

/** The part of a change that expects one of these revisions; null: the item may have any. */
export function expectItem(
  id: ExpectedItem['id'],
  revisions: ExpectedDraftRevisions,
): Pick<DraftChange, 'expected'> {
  return revisions === null ? {} : { expected: { id, revisions } };
}

/** A large change is committed in several. */
export function splitIntoBatches<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, batch) =>
    values.slice(batch * size, (batch + 1) * size),
  );
}
