import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentParser } from '@avow/documents';
import { AppError, diskFull, isDiskFull, type PackId, type SourceId, type TenantId } from '@avow/foundation';
import type { PackLimits } from '../../limits/pack-limits.ts';
import {
  type ContentStore,
  type DraftChange,
  type Pack,
  splitIntoBatches,
} from '../content/content-store.ts';
import { readDraftPairs } from '../curated/curated.ts';
import type { JobFault } from '../jobs/job-store.ts';
import { type FolderPlace, listPackFiles, readPackFile } from './folder/pack-folder-files.ts';
import type { DocumentSnapshot, LoadPlan, PlannedDocument, PlannedItem, TextSpool } from './load-plan.ts';
import { planDocuments } from './plan-documents.ts';
import { createFolderPairs, planPairs, readLoaded } from './plan-pairs.ts';
import { type ReadItem, readSourceFile } from './read-source-file.ts';

export type { DocumentSnapshot, FolderPlace, LoadPlan, PlannedItem, ReadItem, TextSpool };
/** Sources read a folder and its files as loads do. */
export { listPackFiles, readPackFile, readSourceFile };

export interface PlanDependencies {
  readonly content: ContentStore;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  /** Holds the texts of the plan until it is applied. */
  readonly spool: TextSpool;
  readonly limits: Pick<PackLimits, 'documentsMax' | 'pairsMax'>;
  readonly nowMs: () => number;
}

/** What a folder or a source has, as it is read. */
export type ContentToPlan =
  | ReadItem
  /** A document that the source had under another path at the last load. */
  | (Extract<ReadItem, { readonly kind: 'document' }> & { readonly movedFrom: string })
  /** Everything at this path, a file or an archive, is as it was at the last load. */
  | { readonly kind: 'as_loaded'; readonly place: string };

export interface KnownContent {
  /** The hash of the document under a path: a file with this hash need not be read. */
  readonly knownHash: (source: string) => string | undefined;
}

export interface ContentPlanOptions {
  readonly name: string;
  /** Null: no such pack exists yet. */
  readonly pack: Pack | null;
  /** What the content comes from; null: a folder that a person loads. */
  readonly sourceId: SourceId | null;
  /** For pairs without groups of their own; those of a source can only narrow them. */
  readonly groups: readonly string[];
  /** Adds content again that people removed from the draft. */
  readonly restore: boolean;
  /** Removes content that came neither from there nor from a source. */
  readonly prune: boolean;
  readonly read: (known: KnownContent) => AsyncGenerator<ContentToPlan>;
  /** Files that cannot be loaded; reading adds more. What was loaded of them before stays. */
  readonly faults: readonly JobFault[];
  readonly addFault: (file: string, reason: string) => void;
  readonly addSkipped: (file: string, reason: string) => void;
  /** What nobody may read: nothing of it stays. */
  readonly addWithheld: (file: string, reason: string) => void;
  readonly listSkipped: () => JobFault[];
}

/** Plans what loading content would change in the draft, without changing it: a three-way comparison with the last load. */
export async function planContent(
  parts: PlanDependencies,
  tenantId: TenantId,
  { name, pack, sourceId, groups, restore, prune, read, ...reports }: ContentPlanOptions,
): Promise<LoadPlan> {
  const { content, parser, spool, limits, nowMs } = parts;
  const { faults, addFault, addSkipped, addWithheld } = reports;
  const packId = pack?.packId ?? null;
  const loadedItems = packId === null ? [] : await content.listLoaded(tenantId, packId);
  const options = { restore, prune, nowMs, addFault, sourceId };
  const documents = await planDocuments(
    { ...options, content, tenantId, packId, spool, documentsMax: limits.documentsMax },
    loadedItems,
  );
  const pairs = createFolderPairs(parser.forOwner(tenantId), {
    ...{ groups, addFault, addWithheld, sourceId },
  });
  const loadedPairs = Map.groupBy(readLoaded(loadedItems, sourceId), ({ file }) => file);
  for await (const item of read({ knownHash: (path) => documents.knownHash(path) })) {
    if (item.kind === 'document') {
      await documents.plan(item.document, 'movedFrom' in item ? item.movedFrom : null);
      if (item.leftOut !== undefined)
        addSkipped(item.document.source, `was read without what it hides: ${item.leftOut}`);
    } else if (item.kind === 'unchanged') await documents.planUnchanged(item.source);
    else if (item.kind === 'as_loaded') {
      for (const source of documents.listLoadedAt(item.place)) await documents.planUnchanged(source);
      for (const [file, loaded] of loadedPairs)
        if (file === item.place || file.startsWith(`${item.place}/`)) pairs.takeLoaded(file, loaded);
    } else if (item.kind === 'pairs') await pairs.take(item.file, item.bytes);
    else if (item.kind === 'fault') addFault(item.file, item.reason);
    else if (item.kind === 'withheld') addWithheld(item.file, item.reason);
    else addSkipped(item.source, skippedReason(item.kind));
  }
  const documentPlan = documents.finish(faults);
  const pairPlan = planPairs(pairs.all, {
    ...options,
    draft: packId === null ? [] : await readDraftPairs(content, tenantId, packId),
    loadedItems,
    faults,
    pairsMax: limits.pairsMax,
  });
  const difference = packId === null ? null : await content.compareDraft(tenantId, packId);
  return {
    name,
    packId,
    draftRevision: pack?.draftRevision ?? 0,
    documentCount: documentPlan.documentCount,
    pairCount: pairPlan.pairCount,
    unpublishedCount: (difference?.added.length ?? 0) + (difference?.removed.length ?? 0),
    items: [...documentPlan.items, ...pairPlan.items],
    unchangedCount: documentPlan.unchangedCount + pairPlan.unchangedCount,
    leftAlone: [...documentPlan.leftAlone, ...pairPlan.leftAlone],
    historical: documentPlan.historical,
    skipped: reports.listSkipped(),
    faults,
    change: {
      putDocuments: documentPlan.putDocuments,
      removeDocuments: documentPlan.removeDocuments,
      putPairs: pairPlan.putPairs,
      removePairs: pairPlan.removePairs,
      putLoaded: [...documentPlan.putLoaded, ...pairPlan.putLoaded],
      removeLoaded: [...documentPlan.removeLoaded, ...pairPlan.removeLoaded],
    },
  };
}

function skippedReason(kind: 'empty' | 'unsupported'): string {
  return kind === 'empty' ? 'contains no text' : 'is not a supported file type';
}

export function countActions({ items }: Pick<LoadPlan, 'items'>) {
  const count = (...actions: readonly PlannedItem['action'][]) =>
    items.filter(({ action }) => actions.includes(action)).length;
  return { added: count('add', 'add_back'), changed: count('change'), removed: count('remove') };
}

const documentsPerBatch = 64;
const spooledBytesPerBatch = 4 * 1024 * 1024;
const itemsPerBatch = 500;

/**
 * Applies the plan to the draft, in batches. All of it is provisional: `settleDraft` keeps it or undoes it. The caller must
 * hold the lock of the pack.
 */
export async function applyLoadPlan(
  {
    content,
    spool,
    nowMs,
  }: {
    readonly content: ContentStore;
    readonly spool: TextSpool;
    readonly nowMs: () => number;
  },
  tenantId: TenantId,
  {
    packId,
    plan,
    signal,
  }: { readonly packId: PackId; readonly plan: LoadPlan; readonly signal: AbortSignal },
): Promise<void> {
  const commit = async (change: Omit<DraftChange, 'nowMs'>): Promise<void> => {
    signal.throwIfAborted();
    const provisional = { ...change, isProvisional: true, nowMs: nowMs() };
    if ((await content.changeDraft(tenantId, packId, provisional)) === null)
      throw new AppError('not_found', { detail: 'The content pack no longer exists.' });
  };
  const { change } = plan;
  for (const removeDocuments of splitIntoBatches(change.removeDocuments, itemsPerBatch))
    await commit({ removeDocuments });
  for (const removePairs of splitIntoBatches(change.removePairs, itemsPerBatch))
    await commit({ removePairs });
  for (const removeLoaded of splitIntoBatches(change.removeLoaded, itemsPerBatch))
    await commit({ removeLoaded });
  for (const documents of documentBatches(change.putDocuments)) {
    const putDocuments = [];
    for (const document of documents)
      putDocuments.push({ ...document, text: await spool.read(document.text) });
    await commit({ putDocuments });
  }
  for (const putPairs of splitIntoBatches(change.putPairs, itemsPerBatch)) await commit({ putPairs });
  for (const putLoaded of splitIntoBatches(change.putLoaded, itemsPerBatch)) await commit({ putLoaded });
}

function documentBatches(documents: readonly PlannedDocument[]): PlannedDocument[][] {
  const batches: PlannedDocument[][] = [];
  let batch: PlannedDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    if (
      batch.length >= documentsPerBatch ||
      (batch.length > 0 && bytes + document.text.bytes > spooledBytesPerBatch)
    ) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(document);
    bytes += document.text.bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** In a file that nobody else can open and that is gone with the process. */
export async function openTextSpool(directory: string): Promise<TextSpool> {
  const path = join(directory, `load-${randomBytes(8).toString('hex')}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  // Unlinked immediately: the file disappears with the process, however it ends.
  await rm(path, { force: true });
  let end = 0;
  return {
    write: async (text) => {
      const bytes = Buffer.from(text, 'utf8');
      const start = end;
      end += bytes.length;
      try {
        for (let done = 0; done < bytes.length; )
          done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
      } catch (error) {
        throw isDiskFull(error) ? diskFull() : error;
      }
      return { start, bytes: bytes.length };
    },
    read: async ({ start, bytes }) => {
      const buffer = Buffer.alloc(bytes);
      for (let done = 0; done < bytes; ) {
        const { bytesRead } = await file.read(buffer, done, bytes - done, start + done);
        if (bytesRead === 0) throw new Error('the spooled text is truncated');
        done += bytesRead;
      }
      return buffer.toString('utf8');
    },
    close: () => file.close(),
  };
}
