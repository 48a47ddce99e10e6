import { createHash } from 'node:crypto';
import type { DocumentSummary, StoredDocument } from '@avow/answering';
import type { CuratedId, DocumentId, JobId, PackId, TenantId } from '@avow/foundation';
import type { CuratedPairs } from '../curated/curated.ts';
import type { Job } from '../jobs/job-store.ts';
import type { Publications } from '../publication/publication.ts';
import type { ExpectedDraftRevisions, Pack, PageAfter } from './content-store.ts';
import type { DraftChanges } from './draft-changes.ts';
import type { ItemFilter, ItemLabels } from './item-label-store.ts';

/** An uploaded file. */
export interface UploadedFile {
  /** A path with `/` as its separator, already checked to stay within the pack. */
  readonly source: string;
  readonly bytes: Uint8Array;
  /** Null: taken from the file itself. */
  readonly title: string | null;
  readonly url: string | null;
  readonly groups: readonly string[];
}

export interface ItemsChange {
  readonly ids: readonly (DocumentId | CuratedId)[];
  /** Left out: as before. */
  readonly groups?: readonly string[];
  readonly owner?: string | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** Changes of many documents and pairs of a draft. Null: no such pack. What the draft does not have is left out. */
export interface ManyItems {
  /** Rejects with `invalid_state`, changing nothing, if one of them would have too many tags. */
  changeItems(tenantId: TenantId, packId: PackId, change: ItemsChange): Promise<number | null>;
  removeItems(
    tenantId: TenantId,
    packId: PackId,
    ids: readonly (DocumentId | CuratedId)[],
  ): Promise<number | null>;
  readLabels(
    tenantId: TenantId,
    packId: PackId,
    ids: readonly (DocumentId | CuratedId)[],
  ): Promise<ReadonlyMap<string, ItemLabels>>;
  /** What there is to filter by. */
  listLabels(
    tenantId: TenantId,
    packId: PackId,
  ): Promise<{ readonly owners: readonly string[]; readonly tags: readonly string[] } | null>;
}

/** A document or pair of a draft that has the words that somebody looks for. */
export interface FoundItem {
  readonly kind: 'document' | 'pair';
  readonly id: DocumentId | CuratedId;
  readonly packId: PackId;
  readonly title: string;
  readonly source: string;
  readonly excerpt: string;
  readonly labels: ItemLabels;
  readonly updatedAtMs: number;
}

/** Where looking goes on: after this item, or at the beginning of its kind. */
export interface FindPlace {
  readonly packId: PackId;
  readonly kind: FoundItem['kind'];
  readonly after: string | null;
}

export interface FindItems {
  /** In the order of packs; documents before pairs. `next`: where there may be more; null: nowhere. */
  findItems(
    tenantId: TenantId,
    wanted: {
      readonly text: string;
      /** Null: in all packs. */
      readonly packId: PackId | null;
      readonly from: FindPlace | null;
      readonly limit: number;
    },
  ): Promise<{ readonly found: readonly FoundItem[]; readonly next: FindPlace | null }>;
}

/** Operations on content packs. Null and false mean "not found". Conflicts reject with an `AppError`. */
export interface ContentPacks extends DraftChanges, CuratedPairs, Publications, ManyItems, FindItems {
  createPack(tenantId: TenantId, pack: Pick<Pack, 'name' | 'description'>): Promise<Pack>;
  getPack(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  /** The pack with this id or this name. */
  findPack(tenantId: TenantId, wanted: string): Promise<Pack | null>;
  listPacks(tenantId: TenantId, page: PageAfter<PackId>): Promise<Pack[]>;
  updatePack(
    tenantId: TenantId,
    packId: PackId,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<Pack | null>;
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;

  /** Starts a job that reads the files into the draft. Null: no such pack. */
  addFiles(tenantId: TenantId, packId: PackId, files: readonly UploadedFile[]): Promise<Job | null>;
  /** Starts a job that fetches a URL and reads the result into the draft. */
  addUrl(
    tenantId: TenantId,
    packId: PackId,
    wanted: {
      readonly url: string;
      readonly source: string | null;
      readonly title: string | null;
      readonly groups: readonly string[];
    },
  ): Promise<Job | null>;
  listDocuments(
    tenantId: TenantId,
    packId: PackId,
    page: PageAfter<DocumentId> & ItemFilter,
  ): Promise<DocumentSummary[] | null>;
  getDocument(tenantId: TenantId, packId: PackId, documentId: DocumentId): Promise<StoredDocument | null>;
  /** The id of the document at a path of the draft. */
  findDocument(tenantId: TenantId, packId: PackId, source: string): Promise<DocumentId | null>;
  updateDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
    change: Partial<Pick<StoredDocument, 'title' | 'url' | 'groups' | 'text'>>,
    expected?: ExpectedDraftRevisions,
  ): Promise<StoredDocument | null>;
  deleteDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
    expected?: ExpectedDraftRevisions,
  ): Promise<boolean>;

  listJobs(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: JobId | null; readonly limit: number },
  ): Promise<Job[] | null>;
  getJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;
  /** Stops it at the next step; its changes to the draft stay. Rejects with `invalid_state` if it has ended. */
  cancelJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;
}

/** The hash of a document that a person edited: it matches no file, so uploading its file again is a change. */
export function hashEditedDocument({
  contentHash,
  title,
  url,
  groups,
}: Pick<StoredDocument, 'contentHash' | 'title' | 'url' | 'groups'>): string {
  return createHash('sha256')
    .update(JSON.stringify(['edited', contentHash, title, url, groups]))
    .digest('hex');
}
