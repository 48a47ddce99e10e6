import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { StoredDocument } from '@avow/answering';
import {
  AppError,
  type DocumentId,
  newId,
  type PackId,
  type SourceId,
  type TenantId,
} from '@avow/foundation';
import { findHistoricalReason } from '../../path/retrieval/find-historical-reason.ts';
import { hashEditedDocument } from '../content/content.ts';
import type { ContentStore, LoadedItem } from '../content/content-store.ts';
import type { JobFault } from '../jobs/job-store.ts';
import {
  type DocumentSnapshot,
  findUnreadable,
  type LeftAlone,
  type PlannedDocument,
  type PlannedItem,
  type TextSpool,
} from './load-plan.ts';
import { mergeFields } from './merge-fields.ts';
import type { ReadDocument } from './read-source-file.ts';

export interface DocumentPlanning {
  readonly content: ContentStore;
  readonly tenantId: TenantId;
  /** Null: the pack is new. */
  readonly packId: PackId | null;
  readonly spool: TextSpool;
  readonly documentsMax: number;
  readonly nowMs: () => number;
  readonly addFault: (file: string, reason: string) => void;
  /** What the documents come from; null: a folder that a person loads. */
  readonly sourceId: SourceId | null;
  /** Adds documents again that people removed. */
  readonly restore: boolean;
  /** Removes documents that came neither from the folder nor from a source. */
  readonly prune: boolean;
}

interface KnownDocument {
  readonly documentId: DocumentId;
  readonly contentHash: string;
}

interface LoadedDocument {
  readonly id: DocumentId;
  readonly snapshot: DocumentSnapshot;
}

const fields = { settings: ['groups'], content: ['title', 'url'] } as const;

/** Compares the documents of a folder with those of the draft and with the last load. */
export async function planDocuments(
  parts: DocumentPlanning,
  loadedItems: readonly LoadedItem[],
): Promise<DocumentPlanner> {
  const { content, tenantId, packId } = parts;
  const draft = packId === null ? new Map() : await content.listDraftSources(tenantId, packId);
  const ofDocuments = loadedItems.filter(({ id }) => id.startsWith('doc_'));
  const [loaded, others] = [
    ofDocuments.filter(({ sourceId }) => sourceId === parts.sourceId),
    ofDocuments.filter(({ sourceId }) => sourceId !== parts.sourceId),
  ];
  return new DocumentPlanner(parts, {
    draft,
    loaded: new Map(
      loaded.map(({ id, file, snapshot }) => [
        file,
        { id: id as DocumentId, snapshot: JSON.parse(snapshot) },
      ]),
    ),
    others: new Set(others.map(({ id }) => id)),
  });
}

interface PlannedAgainst {
  readonly draft: ReadonlyMap<string, KnownDocument>;
  readonly loaded: ReadonlyMap<string, LoadedDocument>;
  /** What other sources, or folders, have loaded. */
  readonly others: ReadonlySet<string>;
}

/** All maps are keyed by the path of a document: if a path occurs twice, the last one wins. */
class DocumentPlanner {
  readonly #parts: DocumentPlanning;
  readonly #draft: ReadonlyMap<string, KnownDocument>;
  readonly #loaded: ReadonlyMap<string, LoadedDocument>;
  readonly #others: ReadonlySet<string>;
  /** Paths whose documents have others now. */
  readonly #vacated = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #unchanged = new Set<string>();
  readonly #puts = new Map<string, { readonly put: PlannedDocument; readonly item: PlannedItem }>();
  readonly #putLoaded = new Map<string, LoadedItem>();
  readonly #removeLoaded: DocumentId[] = [];
  readonly #leftAlone: LeftAlone[] = [];
  readonly #historical = new Map<string, string>();
  #addedCount = 0;

  constructor(parts: DocumentPlanning, { draft, loaded, others }: PlannedAgainst) {
    this.#parts = parts;
    this.#draft = draft;
    this.#loaded = loaded;
    this.#others = others;
  }

  /** A file with this hash need not be read. */
  knownHash(source: string): string | undefined {
    const before = this.#loaded.get(source);
    const current = this.#draft.get(source);
    if (before === undefined) return current?.contentHash;
    return current === undefined && this.#parts.restore ? undefined : before.snapshot.hash;
  }

  async planUnchanged(source: string): Promise<void> {
    this.#seen.add(source);
    const current = this.#draft.get(source);
    if (current === undefined) {
      this.#leaveAlone(source, 'removed_by_hand');
      return;
    }
    this.#unchanged.add(source);
    if (this.#loaded.has(source)) return;
    // The draft already has the same document: from now on it counts as loaded from the folder.
    const { documentId } = current;
    this.#noteLoaded(documentId, source, snapshotOf(await this.#readDraft(documentId)));
  }

  /** `movedFrom`: the path that the source had it under at the last load; it keeps its id. */
  async plan(document: ReadDocument, movedFrom: string | null = null): Promise<void> {
    const { source } = document;
    const isVacated = this.#vacated.has(source);
    const isMoved =
      movedFrom !== null && !this.#seen.has(movedFrom) && !this.#seen.has(source) && !this.#draft.has(source);
    this.#seen.add(source);
    if (isMoved && this.#loaded.has(movedFrom)) {
      await this.#move(document, movedFrom);
      return;
    }
    const current = isVacated ? undefined : this.#draft.get(source);
    if (current !== undefined) await this.#change(document, current.documentId, source);
    else if (isVacated || !this.#loaded.has(source)) await this.#add(document, 'add');
    else if (this.#parts.restore) await this.#add(document, 'add_back');
    else this.#leaveAlone(source, 'removed_by_hand');
  }

  /** The paths of the last load at this place, which may be a file or an archive. */
  listLoadedAt(place: string): string[] {
    return [...this.#loaded.keys()].filter((file) => file === place || file.startsWith(`${place}/`));
  }

  finish(faults: readonly JobFault[]) {
    const removals = this.#findRemovals(findUnreadable(faults));
    const removed = [...removals.keys()].map(
      (file): PlannedItem => ({ ...targetOf(file), action: 'remove', keeps: [], replaces: [] }),
    );
    const puts = [...this.#puts.values()];
    return {
      documentCount: this.#draft.size,
      items: [...puts.map(({ item }) => item), ...removed],
      leftAlone: this.#leftAlone,
      historical: [...this.#historical].map(([file, reason]) => ({ file, reason })),
      unchangedCount: this.#unchanged.size,
      putDocuments: puts.map(({ put }) => put),
      removeDocuments: [...removals.values()],
      putLoaded: [...this.#putLoaded.values()],
      removeLoaded: this.#removeLoaded,
    };
  }

  async #add(document: ReadDocument, action: 'add' | 'add_back'): Promise<void> {
    const { source, text } = document;
    const { documentsMax, nowMs, spool, addFault } = this.#parts;
    if (!this.#puts.has(source)) {
      if (this.#draft.size + this.#addedCount >= documentsMax) {
        addFault(source, `a content pack has at most ${documentsMax} documents`);
        return;
      }
      this.#addedCount += 1;
    }
    const documentId = newId('doc', nowMs());
    const put = { ...document, documentId, text: await spool.write(text) };
    this.#puts.set(source, { put, item: { ...targetOf(source), action, keeps: [], replaces: [] } });
    this.#noteHistorical(document);
    this.#noteLoaded(documentId, source, snapshotOf(document));
  }

  async #move(document: ReadDocument, from: string): Promise<void> {
    const { source } = document;
    this.#seen.add(from);
    this.#vacated.add(from);
    const current = this.#draft.get(from);
    const before = this.#loaded.get(from);
    if (current !== undefined) await this.#change(document, current.documentId, from);
    else if (this.#parts.restore) await this.#add(document, 'add_back');
    else if (before !== undefined) {
      this.#noteLoaded(before.id, source, before.snapshot);
      this.#leaveAlone(source, 'removed_by_hand');
    }
  }

  /** `at`: the path of the document at the last load. */
  async #change(document: ReadDocument, documentId: DocumentId, at: string): Promise<void> {
    const { source, text } = document;
    const stored = await this.#readDraft(documentId);
    const before = this.#loaded.get(at)?.snapshot ?? null;
    const { title, url, groups } = document;
    const merged = mergeFields<Pick<ReadDocument, 'title' | 'url' | 'groups'>>(fields, {
      ...{ before, draft: stored, fromFolder: { title, url, groups } },
    });
    this.#noteLoaded(documentId, source, snapshotOf(document));
    const isSameText = stored.text === text;
    const saidNow = { title: stored.title, url: stored.url, groups: stored.groups };
    if (isSameText && source === stored.source && isDeepStrictEqual(merged.item, saidNow)) {
      this.#unchanged.add(source);
      return;
    }
    const isOwnText = before === null || before.textHash !== hashOf(stored.text);
    const replaces = [...merged.replaces, ...(isOwnText && !isSameText ? ['text'] : [])];
    const result = { ...document, ...merged.item };
    const contentHash = merged.keeps.length > 0 ? hashEditedDocument(result) : document.contentHash;
    const put = { ...result, contentHash, documentId, text: await this.#parts.spool.write(text) };
    const item = { ...targetOf(source), action: 'change', keeps: merged.keeps, replaces } as const;
    this.#puts.set(source, { put, item });
    this.#noteHistorical(result);
  }

  #noteHistorical(document: ReadDocument): void {
    const reason = findHistoricalReason({ ...document, atMs: this.#parts.nowMs() });
    if (reason === null) this.#historical.delete(document.source);
    else this.#historical.set(document.source, reason);
  }

  /** The documents to remove; also collects the items that are no longer loaded from the folder. */
  #findRemovals(isUnreadable: (file: string) => boolean): ReadonlyMap<string, DocumentId> {
    const removals = new Map<string, DocumentId>();
    for (const [source, { documentId }] of this.#draft) {
      if (this.#seen.has(source)) continue;
      const isLoaded = this.#loaded.has(source);
      if (isLoaded && isUnreadable(source)) this.#leaveAlone(source, 'cannot_be_read');
      else if (isLoaded || (this.#parts.prune && !this.#others.has(documentId)))
        removals.set(source, documentId);
      else this.#leaveAlone(source, 'not_from_the_folder');
    }
    for (const [source, { id }] of this.#loaded)
      if (!this.#seen.has(source) && !isUnreadable(source)) this.#removeLoaded.push(id);
    return removals;
  }

  #leaveAlone(source: string, reason: LeftAlone['reason']): void {
    this.#leftAlone.push({ ...targetOf(source), reason });
  }

  #noteLoaded(id: DocumentId, source: string, snapshot: DocumentSnapshot): void {
    const before = this.#loaded.get(source);
    if (before !== undefined && before.id !== id) this.#removeLoaded.push(before.id);
    const { sourceId } = this.#parts;
    this.#putLoaded.set(source, { id, file: source, snapshot: JSON.stringify(snapshot), sourceId });
  }

  async #readDraft(documentId: DocumentId): Promise<StoredDocument> {
    const { content, tenantId, packId } = this.#parts;
    const found = packId === null ? null : await content.getDraftDocument(tenantId, packId, documentId);
    if (found === null)
      throw new AppError('pack_conflict', {
        detail: 'The draft changed while the plan was made. Try again.',
      });
    return found;
  }
}

const targetOf = (file: string) => ({ kind: 'document', file, question: null }) as const;

function snapshotOf(document: Omit<ReadDocument, 'source' | 'format'>): DocumentSnapshot {
  const { contentHash, title, url, groups, text } = document;
  return { hash: contentHash, textHash: hashOf(text), title, url, groups };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
