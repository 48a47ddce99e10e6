import type { DocumentParser } from '@avow/documents';
import type { SourceId, TenantId } from '@avow/foundation';
import { shorten } from '@avow/text';
import type { PairContent } from '../../curated/curated.ts';
import { readDraftPairs } from '../../curated/draft-pairs.ts';
import { readPairsFile } from '../../curated/import/read-pairs-file.ts';
import type { ContentStore, Pack } from '../content-store.ts';
import type { JobFault } from '../jobs/job-store.ts';
import type { PackLimits } from '../pack-limits.ts';
import type { LoadPlan } from './load-plan.ts';
import type { TextSpool } from './open-text-spool.ts';
import { planDocuments } from './plan-documents.ts';
import { type FolderPair, planPairs, readLoaded } from './plan-pairs.ts';
import { narrowGroups, type ReadItem, withheldReason } from './read-source-file.ts';

const shownPointsMax = 80;

export interface PlanParts {
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
  parts: PlanParts,
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
  const pairs = createPairCollector(parser.forOwner(tenantId), {
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

/** Collects the pairs of all files: a question may occur in only one of them. */
function createPairCollector(
  parser: DocumentParser,
  {
    groups: usualGroups,
    addFault,
    addWithheld,
    sourceId,
  }: Pick<ContentPlanOptions, 'groups' | 'addFault' | 'addWithheld' | 'sourceId'>,
) {
  const groupsOf = ({ groups: own }: PairContent) =>
    sourceId === null ? (own.length > 0 ? own : usualGroups) : narrowGroups(usualGroups, own);
  const all: FolderPair[] = [];
  /** The file in which each question was first seen, per audience. */
  const places = new Map<string, string>();
  const takeOne = (file: string, pair: PairContent) => {
    const groups = groupsOf(pair);
    if (groups === null) {
      addWithheld(file, `the question "${shorten(pair.question, shownPointsMax)}" ${withheldReason}`);
      return;
    }
    const place = JSON.stringify([pair.question, groups, pair.validFromMs, pair.validUntilMs]);
    const seenIn = places.get(place);
    if (seenIn !== undefined) {
      const question = shorten(pair.question, shownPointsMax);
      addFault(file, `the question "${question}" is already in ${seenIn}`);
      return;
    }
    places.set(place, file);
    all.push({ file, content: { ...pair, groups } });
  };
  return {
    all,
    take: async (file: string, bytes: Uint8Array): Promise<void> => {
      const read = await readPairsFile({ fileName: file, bytes, parser });
      for (const fault of read.faults) addFault(fault.file, fault.reason);
      for (const pair of read.pairs) takeOne(file, pair);
    },
    takeLoaded: (file: string, loaded: ReturnType<typeof readLoaded>): void => {
      for (const { curatedId: _, file: __, ...pair } of loaded) takeOne(file, pair);
    },
  };
}
