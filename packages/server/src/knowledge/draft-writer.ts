import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { PairContent } from '../interfaces/content-packs.ts';
import type { DocumentId, PackId, TenantId } from '../interfaces/identity.ts';
import type { Job } from '../interfaces/job-store.ts';
import type { DraftChange, KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { DocumentParser } from '../parsing/open-document-parser.ts';
import type { PackLimits } from './pack-limits.ts';
import { comparePairs, readDraftPairs } from './put-pairs.ts';
import { type GivenFile, type ReadDocument, readGivenFile } from './read-given-file.ts';

export interface DraftParts {
  readonly knowledge: KnowledgeStore;
  readonly parser: DocumentParser;
  readonly limits: Pick<PackLimits, 'documentsMax' | 'pairsMax'>;
  readonly nowMs: () => number;
}

type DraftCounts = Omit<Job['counts'], 'failed'>;

/** What is done with everything that is not a document. */
interface FileHooks {
  readonly addFault: (file: string, reason: string) => void;
  readonly onPairs: (file: string, bytes: Uint8Array) => Promise<void>;
  /** A file without words. */
  readonly onEmpty: (source: string) => void;
}

/** Writes what is read into a draft, in commits of some size. Rejects with `not_found` where the pack is gone. */
export interface DraftWriter {
  /** Reads a file, and everything in it where it is an archive. What the draft has already is not read again. */
  takeFile(file: GivenFile, hooks: FileHooks): Promise<void>;
  /** Puts pairs into the draft, in place of those that ask the same. `alone`: and takes all others out of it. */
  putPairs(
    given: readonly PairContent[],
    options: { readonly alone: boolean; readonly addFault: (reason: string) => void },
  ): Promise<void>;
  /** Commits what is gathered. */
  flush(): Promise<void>;
  /** Takes every document out of the draft whose path was not among the files taken. */
  removeUnseen(): Promise<number>;
  /** Of what was taken so far. */
  counts(): DraftCounts;
}

const documentsAtOnce = 64;
const codeUnitsAtOnce = 4 * 1024 * 1024;
const pairsAtOnce = 500;

export async function createDraftWriter(
  parts: DraftParts,
  tenantId: TenantId,
  packId: PackId,
  signal: AbortSignal,
): Promise<DraftWriter> {
  const { knowledge, limits } = parts;
  const known = new Map(await knowledge.listDraftSources(tenantId, packId));
  const seen = new Set<string>();
  const counts = { added: 0, changed: 0, unchanged: 0 };
  let gathered: ReadDocument[] = [];
  let gatheredUnits = 0;

  async function commit(change: Omit<DraftChange, 'nowMs'>): Promise<void> {
    signal.throwIfAborted();
    const revision = await knowledge.changeDraft(tenantId, packId, { ...change, nowMs: parts.nowMs() });
    if (revision === null) throw new AppError('not_found', { detail: 'The content pack is gone.' });
  }

  async function flush(): Promise<void> {
    if (gathered.length === 0) return;
    const documents = gathered.map((document) => ({
      documentId: known.get(document.source)?.documentId ?? newId('doc', parts.nowMs()),
      ...document,
    }));
    await commit({ putDocuments: documents });
    for (const { source, documentId, contentHash } of documents) {
      if (known.has(source)) counts.changed += 1;
      else counts.added += 1;
      known.set(source, { documentId, contentHash });
    }
    gathered = [];
    gatheredUnits = 0;
  }

  async function gather(document: ReadDocument, addFault: FileHooks['addFault']): Promise<void> {
    const { source } = document;
    const newCount = gathered.filter((one) => !known.has(one.source)).length;
    if (!known.has(source) && known.size + newCount >= limits.documentsMax) {
      addFault(source, `a content pack has at most ${limits.documentsMax} documents`);
      return;
    }
    // A path that comes twice is one document: the later one replaces the earlier.
    if (gathered.some((one) => one.source === source)) await flush();
    seen.add(source);
    gathered.push(document);
    gatheredUnits += document.text.length;
    if (gathered.length >= documentsAtOnce || gatheredUnits >= codeUnitsAtOnce) await flush();
  }

  return {
    takeFile: async (file, hooks) => {
      const reading = { parser: parts.parser, knownHash: (source: string) => known.get(source)?.contentHash };
      for await (const item of readGivenFile(reading, file)) {
        signal.throwIfAborted();
        if (item.kind === 'document') await gather(item.document, hooks.addFault);
        else if (item.kind === 'pairs') await hooks.onPairs(item.file, item.bytes);
        else if (item.kind === 'empty') hooks.onEmpty(item.source);
        else if (item.kind === 'fault') hooks.addFault(item.file, item.reason);
        else {
          seen.add(item.source);
          counts.unchanged += 1;
        }
      }
    },
    putPairs: async (given, options) => {
      const put = await putPairs({ ...parts, commit, tenantId, packId }, given, options);
      counts.added += put.added;
      counts.changed += put.changed;
      counts.unchanged += put.unchanged;
    },
    flush,
    removeUnseen: async () => {
      const gone = [...known].filter(([source]) => !seen.has(source));
      const ids: DocumentId[] = gone.map(([, { documentId }]) => documentId);
      for (const removeDocuments of batchesOf(ids)) await commit({ removeDocuments });
      for (const [source] of gone) known.delete(source);
      return gone.length;
    },
    counts: () => ({ ...counts }),
  };
}

/** Puts pairs into the draft; how many of them were new, and how many were there in another form. */
async function putPairs(
  parts: DraftParts & {
    readonly tenantId: TenantId;
    readonly packId: PackId;
    readonly commit: (change: Omit<DraftChange, 'nowMs'>) => Promise<void>;
  },
  given: readonly PairContent[],
  { alone, addFault }: Parameters<DraftWriter['putPairs']>[1],
): Promise<DraftCounts> {
  const { knowledge, limits, commit } = parts;
  const draft = await readDraftPairs(knowledge, parts.tenantId, parts.packId);
  const { added, changed, unchangedCount, others } = comparePairs(draft, given, () =>
    newId('qna', parts.nowMs()),
  );
  if (alone) for (const removePairs of batchesOf(others)) await commit({ removePairs });
  const room = limits.pairsMax - (alone ? draft.length - others.length : draft.length);
  const fitting = added.slice(0, Math.max(0, room));
  if (fitting.length < added.length) addFault(`a content pack has at most ${limits.pairsMax} pairs`);
  for (const pairs of batchesOf([...changed, ...fitting])) await commit({ putPairs: pairs });
  return { added: fitting.length, changed: changed.length, unchanged: unchangedCount };
}

function batchesOf<Value>(values: readonly Value[]): Value[][] {
  return Array.from({ length: Math.ceil(values.length / pairsAtOnce) }, (_, batch) =>
    values.slice(batch * pairsAtOnce, (batch + 1) * pairsAtOnce),
  );
}
