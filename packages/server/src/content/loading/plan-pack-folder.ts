import type { DocumentParser } from '@avow/documents';
import type { TenantId } from '@avow/foundation';
import { shorten } from '@avow/text';
import type { PairContent } from '../content-packs.ts';
import type { ContentStore, Pack } from '../content-store.ts';
import { readDraftPairs } from '../drafts/draft-pairs.ts';
import { readPairsFile } from '../import/read-pairs-file.ts';
import type { PackLimits } from '../pack-limits.ts';
import type { LoadPlan } from './load-plan.ts';
import type { OpenedFolder } from './open-pack-folder.ts';
import type { TextSpool } from './open-text-spool.ts';
import { planDocuments } from './plan-documents.ts';
import { type FolderPair, planPairs } from './plan-pairs.ts';
import { readSourceFile } from './read-source-file.ts';

const shownPointsMax = 80;

export interface PlanParts {
  readonly content: ContentStore;
  readonly parser: DocumentParser;
  /** Holds the texts of the plan until it is applied. */
  readonly spool: TextSpool;
  readonly limits: Pick<PackLimits, 'documentsMax' | 'pairsMax'>;
  readonly nowMs: () => number;
}

export interface PlanOptions {
  readonly folder: OpenedFolder;
  /** Null: no pack of that name exists yet. */
  readonly pack: Pack | null;
  /** Adds content again that people removed from the draft. */
  readonly restore: boolean;
  /** Removes content that did not come from the folder. */
  readonly prune: boolean;
  readonly signal: AbortSignal;
  /** Counts the files of the folder. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Plans what loading the folder would change in the draft, without changing it. Files unchanged since the last load are not read. */
export async function planPackFolder(
  parts: PlanParts,
  tenantId: TenantId,
  { folder, pack, restore, prune, signal, onProgress }: PlanOptions,
): Promise<LoadPlan> {
  const { content, parser, spool, limits, nowMs } = parts;
  const { addFault, sources } = folder;
  const packId = pack?.packId ?? null;
  const loadedItems = packId === null ? [] : await content.listLoaded(tenantId, packId);
  const options = { restore, prune, nowMs, addFault };
  const documents = await planDocuments(
    { ...options, content, tenantId, packId, spool, documentsMax: limits.documentsMax },
    loadedItems,
  );
  const pairs = createPairCollector(parser, folder);
  const metadata = { title: null, url: null, groups: [], defaultGroups: folder.groups };
  for (const [position, source] of sources.entries()) {
    signal.throwIfAborted();
    onProgress(position, sources.length);
    const bytes = await folder.readFile(source);
    if (bytes === null) continue;
    const file = { source, bytes, metadata, budget: folder.budget };
    for await (const item of readSourceFile(
      { parser, knownHash: (path: string) => documents.knownHash(path) },
      file,
    )) {
      signal.throwIfAborted();
      if (item.kind === 'document') await documents.plan(item.document);
      else if (item.kind === 'unchanged') await documents.planUnchanged(item.source);
      else if (item.kind === 'pairs') await pairs.take(item.file, item.bytes);
      else if (item.kind === 'fault') addFault(item.file, item.reason);
      else folder.addSkipped(item.source, skippedReason(item.kind));
    }
  }
  onProgress(sources.length, sources.length);
  const documentPlan = documents.finish(folder.faults);
  const pairPlan = planPairs(pairs.all, {
    ...options,
    draft: packId === null ? [] : await readDraftPairs(content, tenantId, packId),
    loadedItems,
    faults: folder.faults,
    pairsMax: limits.pairsMax,
  });
  const difference = packId === null ? null : await content.compareDraft(tenantId, packId);
  return {
    name: folder.name,
    packId,
    draftRevision: pack?.draftRevision ?? 0,
    documentCount: documentPlan.documentCount,
    pairCount: pairPlan.pairCount,
    unpublishedCount: (difference?.added.length ?? 0) + (difference?.removed.length ?? 0),
    items: [...documentPlan.items, ...pairPlan.items],
    unchangedCount: documentPlan.unchangedCount + pairPlan.unchangedCount,
    leftAlone: [...documentPlan.leftAlone, ...pairPlan.leftAlone],
    historical: documentPlan.historical,
    skipped: folder.listSkipped(),
    faults: folder.faults,
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

/** Collects the pairs of all files: a question may occur in only one of them. */
function createPairCollector(parser: DocumentParser, folder: OpenedFolder) {
  const all: FolderPair[] = [];
  /** The file in which each question was first seen, per audience. */
  const places = new Map<string, string>();
  const takeOne = (file: string, pair: PairContent) => {
    const groups = pair.groups.length > 0 ? pair.groups : folder.groups;
    const place = JSON.stringify([pair.question, groups, pair.validFromMs, pair.validUntilMs]);
    const seenIn = places.get(place);
    if (seenIn !== undefined) {
      const question = shorten(pair.question, shownPointsMax);
      folder.addFault(file, `the question "${question}" is already in ${seenIn}`);
      return;
    }
    places.set(place, file);
    all.push({ file, content: { ...pair, groups } });
  };
  const take = async (file: string, bytes: Uint8Array): Promise<void> => {
    const read = await readPairsFile({ fileName: file, bytes, parser });
    for (const fault of read.faults) folder.addFault(fault.file, fault.reason);
    for (const pair of read.pairs) takeOne(file, pair);
  };
  return { all, take };
}
