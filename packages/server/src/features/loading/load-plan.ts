import type { StoredDocument } from '@avow/answering';
import type { CuratedId, DocumentId, PackId } from '@avow/foundation';
import type { DraftChange, LoadedItem } from '../content/content-store.ts';
import type { JobFault } from '../jobs/job-store.ts';

/** A document or pair as a person would refer to it. */
interface PlanTarget {
  readonly kind: 'document' | 'pair';
  /** The path of a document within the pack, or the file that contains a pair. */
  readonly file: string;
  /** The question of a pair; null for a document. */
  readonly question: string | null;
}

/** What a load does to one document or pair of the draft. */
export interface PlannedItem extends PlanTarget {
  /** `add_back`: a person has removed it since the last load. */
  readonly action: 'add' | 'add_back' | 'change' | 'remove';
  /** Fields that a person changed and the load keeps. */
  readonly keeps: readonly string[];
  /** Fields that a person changed and the load overwrites. */
  readonly replaces: readonly string[];
}

/** A document or pair that differs from the folder and that the load leaves alone. */
export interface LeftAlone extends PlanTarget {
  readonly reason: 'removed_by_hand' | 'not_from_the_folder' | 'cannot_be_read';
}

/** The location of a text in the spool. */
interface SpooledText {
  readonly start: number;
  readonly bytes: number;
}

/** Holds the texts of a plan until it is applied, so that a folder need not fit into memory or be read twice. */
export interface TextSpool {
  write(text: string): Promise<SpooledText>;
  read(place: SpooledText): Promise<string>;
  close(): Promise<void>;
}

export type PlannedDocument = Omit<StoredDocument, 'revision' | 'updatedAtMs' | 'text'> & {
  readonly text: SpooledText;
};

/** The changes to apply to the store. */
interface PlannedChange {
  readonly putDocuments: readonly PlannedDocument[];
  readonly removeDocuments: readonly DocumentId[];
  readonly putPairs: NonNullable<DraftChange['putPairs']>;
  readonly removePairs: readonly CuratedId[];
  readonly putLoaded: readonly LoadedItem[];
  readonly removeLoaded: readonly LoadedItem['id'][];
}

/** What loading a folder would change in the draft of a pack. */
export interface LoadPlan {
  readonly name: string;
  /** Null: no pack of that name exists yet. */
  readonly packId: PackId | null;
  /** The draft revision that the plan was made for. */
  readonly draftRevision: number;
  /** The size of that draft. */
  readonly documentCount: number;
  readonly pairCount: number;
  /** Unpublished changes of the draft that the load would publish too. */
  readonly unpublishedCount: number;
  readonly items: readonly PlannedItem[];
  readonly unchangedCount: number;
  readonly leftAlone: readonly LeftAlone[];
  /** Documents that it adds or changes and that will rank below current ones, each with the reason. */
  readonly historical: readonly JobFault[];
  /** Files that were skipped, or hidden parts of files, each with its reason. */
  readonly skipped: readonly JobFault[];
  /** Files that could not be loaded. */
  readonly faults: readonly JobFault[];
  readonly change: PlannedChange;
}

/** What a folder contained for a document at the last load, as stored with the pack. */
export interface DocumentSnapshot {
  readonly hash: string;
  readonly textHash: string;
  readonly title: string;
  readonly url: string | null;
  readonly groups: readonly string[];
}

/** Whether the current content of a file is unknown: it, an enclosing archive or folder, or the whole folder has a fault. */
export function findUnreadable(faults: readonly JobFault[]): (file: string) => boolean {
  const files = new Set(faults.map(({ file }) => file));
  return (file) => {
    if (files.has('.') || files.has(file)) return true;
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      if (files.has(file.slice(0, end))) return true;
    return false;
  };
}
