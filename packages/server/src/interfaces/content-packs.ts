import type { CuratedId, DocumentId, JobId, PackId, TenantId } from './identity.ts';
import type { Job } from './job-store.ts';
import type { CuratedPair, DocumentSummary, Pack, StoredDocument, Version } from './knowledge-store.ts';
import type { VectorProgress } from './passage-search.ts';

/** A file as it was uploaded. */
export interface UploadedFile {
  /** With `/` between its parts; already checked to stay within the pack. */
  readonly source: string;
  readonly bytes: Uint8Array;
  /** Null: from the file itself. */
  readonly title: string | null;
  readonly url: string | null;
  readonly groups: readonly string[];
}

export type PairContent = Omit<CuratedPair, 'curatedId' | 'revision' | 'updatedAtMs'>;

interface Page<Id> {
  readonly after: Id | null;
  readonly limit: number;
}

/** Two texts of a draft that are nearly, or exactly, the same. */
export interface NearDuplicate {
  readonly kind: 'document' | 'curated';
  /** 0 to 1; 1: word for word. */
  readonly similarity: number;
  readonly places: ReadonlyArray<{
    readonly id: DocumentId | CuratedId;
    readonly source: string;
    readonly quote: string;
  }>;
}

/**
 * Texts of a draft of which at most one can be right: pairs that ask the same and answer it differently, or sentences of
 * documents that differ in a value or a denial and in nothing else.
 */
export interface Contradiction {
  readonly kind: 'document' | 'curated';
  /** Empty where it is about documents. */
  readonly questions: ReadonlyArray<{
    readonly curatedId: CuratedId;
    readonly question: string;
    readonly answer: string;
  }>;
  /** Empty where it is about pairs. */
  readonly places: ReadonlyArray<{
    readonly id: DocumentId;
    readonly source: string;
    readonly quote: string;
  }>;
  /** One plain sentence, about the first two. */
  readonly reason: string;
}

/** A text of a draft that reads like orders to whatever reads it. */
export interface SuspiciousText {
  readonly kind: 'document' | 'curated';
  readonly id: DocumentId | CuratedId;
  readonly source: string;
  readonly quote: string;
  /** One plain sentence. */
  readonly reason: string;
}

/** Says in one sentence why a text reads like orders to whatever reads it; null where it does not. */
export type FindOrders = (text: string) => string | null;

export interface PackReport {
  readonly draftRevision: number;
  readonly nearDuplicates: readonly NearDuplicate[];
  readonly contradictions: readonly Contradiction[];
  readonly suspicious: readonly SuspiciousText[];
  /** Whether there were more than are listed. */
  readonly isTruncated: boolean;
}

/** What can be done with content packs. Null and false stand for "no such thing". Conflicts reject with an `AppError`. */
export interface ContentPacks {
  createPack(tenantId: TenantId, pack: Pick<Pack, 'name' | 'description'>): Promise<Pack>;
  getPack(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  listPacks(tenantId: TenantId, page: Page<PackId>): Promise<Pack[]>;
  updatePack(
    tenantId: TenantId,
    packId: PackId,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<Pack | null>;
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
  /** How far the search by meaning is with the served version; null where nothing is served. */
  vectorProgress(tenantId: TenantId, pack: Pack): Promise<VectorProgress | null>;

  /** Reads the files into the draft, as a job. Null: no such pack. */
  addFiles(tenantId: TenantId, packId: PackId, files: readonly UploadedFile[]): Promise<Job | null>;
  /** Fetches an address and reads what it gives into the draft, as a job. */
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
    page: Page<DocumentId>,
  ): Promise<DocumentSummary[] | null>;
  getDocument(tenantId: TenantId, packId: PackId, documentId: DocumentId): Promise<StoredDocument | null>;
  updateDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
    change: { readonly title?: string; readonly url?: string | null; readonly groups?: readonly string[] },
  ): Promise<StoredDocument | null>;
  deleteDocument(tenantId: TenantId, packId: PackId, documentId: DocumentId): Promise<boolean>;

  /** With an id of the caller's, what the draft has under it is replaced: the same again makes no second pair. */
  createPair(
    tenantId: TenantId,
    packId: PackId,
    pair: PairContent,
    curatedId?: CuratedId,
  ): Promise<CuratedPair | null>;
  /** Reads a file of pairs, ours or another product's, into the draft, as a job. */
  importPairs(
    tenantId: TenantId,
    packId: PackId,
    file: { readonly fileName: string; readonly bytes: Uint8Array },
  ): Promise<Job | null>;
  listPairs(tenantId: TenantId, packId: PackId, page: Page<CuratedId>): Promise<CuratedPair[] | null>;
  /** Pairs of the draft that are filed under any of these questions, however it is spelt. Null: no such pack. */
  findPairs(tenantId: TenantId, packId: PackId, questions: readonly string[]): Promise<CuratedPair[] | null>;
  getPair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<CuratedPair | null>;
  replacePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    pair: PairContent,
  ): Promise<CuratedPair | null>;
  deletePair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<boolean>;

  listVersions(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<Version[] | null>;
  /** Publishes the draft, as a job, which fails where the pack has a gate and its golden set got worse. */
  publish(
    tenantId: TenantId,
    packId: PackId,
    also: {
      readonly note: string;
      /** Whatever the gate would say; the version's note then tells so. */
      readonly isForced?: boolean;
    },
  ): Promise<Job | null>;
  /** Serves a version again that was published before, at once. Rejects with `version_retired` where it is gone. */
  rollback(tenantId: TenantId, packId: PackId, version: number): Promise<Pack | null>;
  /** Serves nothing of the pack any more, at once. */
  unpublish(tenantId: TenantId, packId: PackId): Promise<Pack | null>;

  listJobs(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: JobId | null; readonly limit: number },
  ): Promise<Job[] | null>;
  getJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;
  /** Stops it at the next step; what it did to the draft stays. Rejects with `invalid_state` where it has ended. */
  cancelJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;

  /** Near-duplicates and contradictions in the draft. */
  report(tenantId: TenantId, packId: PackId): Promise<PackReport | null>;
}
