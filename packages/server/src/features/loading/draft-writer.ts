import type { DocumentParser } from '@avow/documents';
import type { PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { PackLimits } from '../../limits/pack-limits.ts';
import { type ContentStore, type DraftChange, splitIntoBatches } from '../content/content-store.ts';
import { compareWithDraft, type PairContent, readDraftPairs } from '../curated/curated.ts';
import type { Job } from '../jobs/job-store.ts';
import { type ReadDocument, readSourceFile, type SourceFile } from './read-source-file.ts';

export interface DraftDependencies {
  readonly content: ContentStore;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  readonly limits: Pick<PackLimits, 'documentsMax' | 'pairsMax'>;
  readonly nowMs: () => number;
}

type DraftCounts = Omit<Job['counts'], 'failed'>;

/** Callbacks for everything that is not a document. */
interface FileHooks {
  readonly addFault: (file: string, reason: string) => void;
  readonly onPairs: (file: string, bytes: Uint8Array) => Promise<void>;
  /** Called for a file without text. */
  readonly onEmpty: (source: string) => void;
}

/** Writes documents and pairs into a draft, in batches. Rejects with `not_found` if the pack no longer exists. */
export interface DraftWriter {
  /** Reads a file, or all files of an archive. Content that the draft already has is not read again. */
  addFile(file: SourceFile, hooks: FileHooks): Promise<void>;
  /** Puts pairs into the draft, replacing those with the same question. */
  putPairs(given: readonly PairContent[], addFault: (reason: string) => void): Promise<void>;
  /** Commits what is pending. */
  flush(): Promise<void>;
  /** Totals so far. */
  counts(): DraftCounts;
}

const documentsPerBatch = 64;
const codeUnitsPerBatch = 4 * 1024 * 1024;
const pairsPerBatch = 500;

export async function createDraftWriter(
  parts: DraftDependencies,
  tenantId: TenantId,
  packId: PackId,
  signal: AbortSignal,
): Promise<DraftWriter> {
  const { content, limits } = parts;
  const known = new Map(await content.listDraftSources(tenantId, packId));
  const counts = { added: 0, changed: 0, unchanged: 0 };
  let pending: ReadDocument[] = [];
  let pendingUnits = 0;

  async function commit(change: Omit<DraftChange, 'nowMs'>): Promise<void> {
    signal.throwIfAborted();
    const revision = await content.changeDraft(tenantId, packId, { ...change, nowMs: parts.nowMs() });
    if (revision === null) throw new AppError('not_found', { detail: 'The content pack no longer exists.' });
  }

  async function flush(): Promise<void> {
    if (pending.length === 0) return;
    const documents = pending.map((document) => ({
      documentId: known.get(document.source)?.documentId ?? newId('doc', parts.nowMs()),
      ...document,
    }));
    await commit({ putDocuments: documents });
    for (const { source, documentId, contentHash } of documents) {
      if (known.has(source)) counts.changed += 1;
      else counts.added += 1;
      known.set(source, { documentId, contentHash });
    }
    pending = [];
    pendingUnits = 0;
  }

  async function enqueue(document: ReadDocument, addFault: FileHooks['addFault']): Promise<void> {
    const { source } = document;
    const newCount = pending.filter((one) => !known.has(one.source)).length;
    if (!known.has(source) && known.size + newCount >= limits.documentsMax) {
      addFault(source, `a content pack has at most ${limits.documentsMax} documents`);
      return;
    }
    // If a path occurs twice, the later document replaces the earlier one.
    if (pending.some((one) => one.source === source)) await flush();
    pending.push(document);
    pendingUnits += document.text.length;
    if (pending.length >= documentsPerBatch || pendingUnits >= codeUnitsPerBatch) await flush();
  }

  return {
    addFile: async (file, hooks) => {
      const parser = parts.parser.forOwner(tenantId);
      const reading = { parser, knownHash: (source: string) => known.get(source)?.contentHash };
      for await (const item of readSourceFile(reading, file)) {
        signal.throwIfAborted();
        if (item.kind === 'document') await enqueue(item.document, hooks.addFault);
        else if (item.kind === 'pairs') await hooks.onPairs(item.file, item.bytes);
        else if (item.kind === 'empty') hooks.onEmpty(item.source);
        else if (item.kind === 'fault') hooks.addFault(item.file, item.reason);
        else if (item.kind === 'unchanged') counts.unchanged += 1;
      }
    },
    putPairs: async (given, addFault) => {
      const put = await putPairs({ ...parts, commit, tenantId, packId }, given, addFault);
      counts.added += put.added;
      counts.changed += put.changed;
      counts.unchanged += put.unchanged;
    },
    flush,
    counts: () => ({ ...counts }),
  };
}

/** Puts pairs into the draft and counts how many were new, changed and unchanged. */
async function putPairs(
  parts: DraftDependencies & {
    readonly tenantId: TenantId;
    readonly packId: PackId;
    readonly commit: (change: Omit<DraftChange, 'nowMs'>) => Promise<void>;
  },
  given: readonly PairContent[],
  addFault: (reason: string) => void,
): Promise<DraftCounts> {
  const { content, limits, commit } = parts;
  const draft = await readDraftPairs(content, parts.tenantId, parts.packId);
  const { added, changed, unchangedCount } = compareWithDraft(draft, given, () =>
    newId('qna', parts.nowMs()),
  );
  const room = limits.pairsMax - draft.length;
  const fitting = added.slice(0, Math.max(0, room));
  if (fitting.length < added.length) addFault(`a content pack has at most ${limits.pairsMax} pairs`);
  for (const pairs of splitIntoBatches([...changed, ...fitting], pairsPerBatch))
    await commit({ putPairs: pairs });
  return { added: fitting.length, changed: changed.length, unchanged: unchangedCount };
}
