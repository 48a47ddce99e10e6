import type { CuratedPair, DocumentSummary, StoredDocument } from '@avow/answering';
import type { CuratedId, DocumentId, JobId, PackId, TenantId } from '@avow/foundation';
import type { PassageObjection } from '@avow/guardrails';
import type { VectorProgress } from '@avow/search';
import type { ScreeningProgress } from '../publication/screening/screening-store.ts';
import type { Pack, Version } from './content-store.ts';
import type { DraftChanges } from './drafts/draft-changes.ts';
import type { Job } from './jobs/job-store.ts';

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

export type PairContent = Omit<CuratedPair, 'curatedId' | 'revision' | 'updatedAtMs'>;

interface Page<Id> {
  readonly after: Id | null;
  readonly limit: number;
}

/** Two texts of a draft that are nearly, or exactly, the same. */
export interface NearDuplicate {
  readonly kind: 'document' | 'curated';
  /** 0 to 1; 1 means word for word. */
  readonly similarity: number;
  readonly places: ReadonlyArray<{
    readonly id: DocumentId | CuratedId;
    readonly source: string;
    readonly quote: string;
  }>;
}

/**
 * Texts of a draft of which at most one can be right: pairs that ask the same question and answer it differently, or
 * sentences of documents that differ only in a value or a negation.
 */
export interface Contradiction {
  readonly kind: 'document' | 'curated';
  /** Empty if it concerns documents. */
  readonly questions: ReadonlyArray<{
    readonly curatedId: CuratedId;
    readonly question: string;
    readonly answer: string;
  }>;
  /** Empty if it concerns pairs. */
  readonly places: ReadonlyArray<{
    readonly id: DocumentId;
    readonly source: string;
    readonly quote: string;
  }>;
  /** One plain sentence about the first two. */
  readonly reason: string;
}

/** A text of a draft that reads like instructions to the model that will read it. */
export interface SuspiciousText {
  readonly kind: 'document' | 'curated';
  readonly id: DocumentId | CuratedId;
  readonly source: string;
  readonly quote: string;
  /** One plain sentence. */
  readonly reason: string;
}

/** A passage of a draft that the current policy of the tenant leaves out of answers. */
export interface LeftOutPassage extends PassageObjection {
  readonly id: DocumentId;
  readonly source: string;
  readonly quote: string;
}

/** A document of a draft that ranks below current ones: a changelog, an archive or a superseded page. */
export interface HistoricalDocument {
  readonly id: DocumentId;
  readonly source: string;
  /** One plain sentence. */
  readonly reason: string;
}

export interface PackReport {
  readonly draftRevision: number;
  readonly nearDuplicates: readonly NearDuplicate[];
  readonly contradictions: readonly Contradiction[];
  readonly suspicious: readonly SuspiciousText[];
  readonly leftOut: readonly LeftOutPassage[];
  /** Passages that are not screened yet, so that it is not known whether they are left out. */
  readonly unscreenedCount: number;
  readonly historical: readonly HistoricalDocument[];
  /** Whether there are more findings than are listed. */
  readonly isTruncated: boolean;
}

/** A node that is alive, and whether questions to it are answered from a version. */
export interface ServingNode {
  readonly nodeId: string;
  readonly isServing: boolean;
}

export interface ListedVersion extends Version {
  /** Of the version that is published; null of any other, and if one process serves alone. */
  readonly nodes: readonly ServingNode[] | null;
}

/** Rejects with `precondition_failed` unless what is changed has one of these revisions; null: it may have any. */
export type ExpectedRevisions = readonly number[] | null;

/** Operations on content packs. Null and false mean "not found". Conflicts reject with an `AppError`. */
export interface ContentPacks extends DraftChanges {
  createPack(tenantId: TenantId, pack: Pick<Pack, 'name' | 'description'>): Promise<Pack>;
  getPack(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  listPacks(tenantId: TenantId, page: Page<PackId>): Promise<Pack[]>;
  updatePack(
    tenantId: TenantId,
    packId: PackId,
    change: { readonly name?: string; readonly description?: string },
  ): Promise<Pack | null>;
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
  /** How many passages of the served version are embedded; null if nothing is served. */
  vectorProgress(tenantId: TenantId, pack: Pack): Promise<VectorProgress | null>;
  /** How many documents of the served version are screened; null if nothing is served. */
  screeningProgress(tenantId: TenantId, pack: Pack): Promise<ScreeningProgress | null>;

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
    page: Page<DocumentId>,
  ): Promise<DocumentSummary[] | null>;
  getDocument(tenantId: TenantId, packId: PackId, documentId: DocumentId): Promise<StoredDocument | null>;
  updateDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
    change: { readonly title?: string; readonly url?: string | null; readonly groups?: readonly string[] },
    expected?: ExpectedRevisions,
  ): Promise<StoredDocument | null>;
  deleteDocument(
    tenantId: TenantId,
    packId: PackId,
    documentId: DocumentId,
    expected?: ExpectedRevisions,
  ): Promise<boolean>;

  /** With the caller's own id the call is idempotent: it replaces what the draft has under that id. */
  createPair(
    tenantId: TenantId,
    packId: PackId,
    pair: PairContent,
    curatedId?: CuratedId,
  ): Promise<CuratedPair | null>;
  /** Starts a job that imports a file of pairs, in our format or another product's, into the draft. */
  importPairs(
    tenantId: TenantId,
    packId: PackId,
    file: { readonly fileName: string; readonly bytes: Uint8Array },
  ): Promise<Job | null>;
  listPairs(tenantId: TenantId, packId: PackId, page: Page<CuratedId>): Promise<CuratedPair[] | null>;
  /** Pairs of the draft with any of these questions, compared after normalisation. Null: no such pack. */
  findPairs(tenantId: TenantId, packId: PackId, questions: readonly string[]): Promise<CuratedPair[] | null>;
  getPair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<CuratedPair | null>;
  replacePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    pair: PairContent,
    expected?: ExpectedRevisions,
  ): Promise<CuratedPair | null>;
  deletePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    expected?: ExpectedRevisions,
  ): Promise<boolean>;

  listVersions(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<ListedVersion[] | null>;
  /** Starts a job that publishes the draft. It fails if the pack has a gate and its golden set got worse. */
  publish(
    tenantId: TenantId,
    packId: PackId,
    also: {
      readonly note: string;
      /** Publishes regardless of the gate; the version's note then says so. */
      readonly isForced?: boolean;
      /** Of the draft. */
      readonly expected?: ExpectedRevisions;
    },
  ): Promise<Job | null>;
  /** Immediately serves a previously published version. Rejects with `version_retired` if its content was deleted. */
  rollback(tenantId: TenantId, packId: PackId, version: number): Promise<Pack | null>;
  /** Immediately stops serving the pack. */
  unpublish(tenantId: TenantId, packId: PackId): Promise<Pack | null>;

  listJobs(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: JobId | null; readonly limit: number },
  ): Promise<Job[] | null>;
  getJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;
  /** Stops it at the next step; its changes to the draft stay. Rejects with `invalid_state` if it has ended. */
  cancelJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;

  /** Near-duplicates, contradictions and suspicious texts in the draft. */
  report(tenantId: TenantId, packId: PackId): Promise<PackReport | null>;
}
