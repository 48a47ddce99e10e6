import { createHash } from 'node:crypto';
import type { DocumentSummary, StoredDocument } from '@avow/answering';
import type { DocumentId, JobId, PackId, TenantId } from '@avow/foundation';
import type { CuratedPairs } from '../curated/curated.ts';
import type { Job } from '../jobs/job-store.ts';
import type { Publications } from '../publication/publication.ts';
import type { ExpectedDraftRevisions, Pack, PageAfter } from './content-store.ts';
import type { DraftChanges } from './draft-changes.ts';

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

/** Operations on content packs. Null and false mean "not found". Conflicts reject with an `AppError`. */
export interface ContentPacks extends DraftChanges, CuratedPairs, Publications {
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
    page: PageAfter<DocumentId>,
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
