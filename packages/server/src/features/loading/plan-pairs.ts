import type { CuratedPair } from '@avow/answering';
import type { DocumentParser } from '@avow/documents';
import { type CuratedId, newId, type SourceId } from '@avow/foundation';
import { shorten } from '@avow/text';
import type { DraftChange, LoadedItem } from '../content/content-store.ts';
import {
  audienceKey,
  contentKey,
  type PairContent,
  pairToPut,
  takeMatchingPair,
} from '../curated/curated.ts';
import type { JobFault } from '../jobs/job-store.ts';
import { findUnreadable, type LeftAlone, type PlannedItem } from './load-plan.ts';
import { mergeFields } from './merge-fields.ts';
import { readPairsFile } from './pairs/read-pairs-file.ts';
import { narrowGroups, withheldReason } from './read-source-file.ts';

/** A pair and the file of the folder that contains it. */
export interface FolderPair {
  readonly file: string;
  readonly content: PairContent;
}

export interface PlanPairsOptions {
  /** What the pairs come from; null: a folder that a person loads. */
  readonly sourceId: SourceId | null;
  readonly draft: readonly CuratedPair[];
  readonly loadedItems: readonly LoadedItem[];
  readonly faults: readonly JobFault[];
  readonly pairsMax: number;
  readonly restore: boolean;
  readonly prune: boolean;
  readonly nowMs: () => number;
  readonly addFault: (file: string, reason: string) => void;
}

interface LoadedPair extends PairContent {
  readonly curatedId: CuratedId;
  readonly file: string;
}

const fields = {
  settings: ['groups', 'tags', 'validFromMs', 'validUntilMs'],
  content: ['question', 'alternatives', 'answer', 'source', 'url'],
} as const;

/**
 * Compares the pairs of a folder with those of the draft. A pair of the folder is matched with the one that had the same
 * question at the last load, otherwise with one of the draft that has the same question and audience; otherwise it is new.
 */
export function planPairs(pairs: readonly FolderPair[], options: PlanPairsOptions) {
  const loaded = readLoaded(options.loadedItems, options.sourceId);
  const planner = new PairPlanner(options);
  const { matched, unmatched } = matchPairs(pairs, loaded);
  for (const { pair, before } of matched) planner.planKnown(pair, before);
  planner.planNew(unmatched);
  return planner.finish(loaded);
}

class PairPlanner {
  readonly #options: PlanPairsOptions;
  readonly #draft: ReadonlyMap<CuratedId, CuratedPair>;
  /** What other sources, or folders, have loaded. */
  readonly #others: ReadonlySet<string>;
  readonly #items: PlannedItem[] = [];
  readonly #leftAlone: LeftAlone[] = [];
  readonly #putPairs: NonNullable<DraftChange['putPairs']>[number][] = [];
  readonly #putLoaded: LoadedItem[] = [];
  /** Ids of the draft or of the last load that are matched with a pair of the folder. */
  readonly #claimed = new Set<CuratedId>();
  #unchangedCount = 0;
  #addedCount = 0;

  constructor(options: PlanPairsOptions) {
    this.#options = options;
    this.#draft = new Map(options.draft.map((pair) => [pair.curatedId, pair]));
    const others = options.loadedItems.filter(({ sourceId }) => sourceId !== options.sourceId);
    this.#others = new Set(others.map(({ id }) => id));
  }

  planKnown(pair: FolderPair, before: LoadedPair): void {
    this.#claimed.add(before.curatedId);
    const current = this.#draft.get(before.curatedId);
    if (current !== undefined) this.#change(pair, current, before);
    else if (this.#options.restore) this.#add(pair, { action: 'add_back', curatedId: before.curatedId });
    else this.#leftAlone.push({ ...targetOf(pair.file, pair.content), reason: 'removed_by_hand' });
  }

  /** Plans pairs that the folder did not contain at the last load. */
  planNew(pairs: readonly FolderPair[]): void {
    const keyOf = (pair: PairContent) => JSON.stringify([pair.question, audienceKey(pair)]);
    const unclaimed = this.#options.draft.filter(({ curatedId }) => !this.#claimed.has(curatedId));
    const others = Map.groupBy(unclaimed, keyOf);
    for (const pair of pairs) {
      const current = others.get(keyOf(pair.content))?.shift();
      if (current !== undefined) this.#change(pair, current, null);
      else this.#add(pair, { action: 'add', curatedId: newId('qna', this.#options.nowMs()) });
    }
  }

  finish(loaded: readonly LoadedPair[]) {
    const isUnreadable = findUnreadable(this.#options.faults);
    const loadedById = new Map(loaded.map((pair) => [pair.curatedId, pair]));
    const removePairs: CuratedId[] = [];
    for (const pair of this.#options.draft) {
      if (this.#claimed.has(pair.curatedId)) continue;
      const before = loadedById.get(pair.curatedId);
      const place = targetOf(before?.file ?? pair.source, pair);
      if (before !== undefined && isUnreadable(before.file))
        this.#leftAlone.push({ ...place, reason: 'cannot_be_read' });
      else if (before === undefined && (!this.#options.prune || this.#others.has(pair.curatedId)))
        this.#leftAlone.push({ ...place, reason: 'not_from_the_folder' });
      else {
        removePairs.push(pair.curatedId);
        this.#items.push({ ...place, action: 'remove', keeps: [], replaces: [] });
      }
    }
    return {
      pairCount: this.#draft.size,
      items: this.#items,
      leftAlone: this.#leftAlone,
      unchangedCount: this.#unchangedCount,
      putPairs: this.#putPairs,
      removePairs,
      putLoaded: this.#putLoaded,
      removeLoaded: loaded
        .filter(({ curatedId, file }) => !this.#claimed.has(curatedId) && !isUnreadable(file))
        .map(({ curatedId }) => curatedId),
    };
  }

  #add(
    pair: FolderPair,
    { action, curatedId }: { readonly action: 'add' | 'add_back'; readonly curatedId: CuratedId },
  ): void {
    const { pairsMax, addFault } = this.#options;
    if (this.#draft.size + this.#addedCount >= pairsMax) {
      addFault(pair.file, `a content pack has at most ${pairsMax} pairs`);
      return;
    }
    this.#addedCount += 1;
    this.#putPairs.push(pairToPut(curatedId, pair.content));
    this.#putLoaded.push(this.#loadedItem(curatedId, pair));
    this.#items.push({ ...targetOf(pair.file, pair.content), action, keeps: [], replaces: [] });
  }

  #loadedItem(id: CuratedId, { file, content }: FolderPair): LoadedItem {
    const { sourceId } = this.#options;
    return { id, file, snapshot: JSON.stringify(content), sourceId };
  }

  #change(pair: FolderPair, current: CuratedPair, before: LoadedPair | null): void {
    const { curatedId, revision: _, updatedAtMs: __, ...stored } = current;
    this.#claimed.add(curatedId);
    const fromFolder = pair.content;
    const merged = mergeFields<PairContent>(fields, { before, draft: stored, fromFolder });
    if (before === null || before.file !== pair.file || contentKey(before) !== contentKey(fromFolder))
      this.#putLoaded.push(this.#loadedItem(curatedId, pair));
    if (contentKey(merged.item) === contentKey(stored)) {
      this.#unchangedCount += 1;
      return;
    }
    this.#putPairs.push(pairToPut(curatedId, merged.item));
    const { keeps, replaces } = merged;
    this.#items.push({ ...targetOf(pair.file, merged.item), action: 'change', keeps, replaces });
  }
}

const targetOf = (file: string, { question }: Pick<PairContent, 'question'>) =>
  ({ kind: 'pair', file, question }) as const;

export function readLoaded(items: readonly LoadedItem[], wanted: SourceId | null): LoadedPair[] {
  return items
    .filter(({ id, sourceId }) => id.startsWith('qna_') && sourceId === wanted)
    .map(({ id, file, snapshot }) => ({
      ...(JSON.parse(snapshot) as PairContent),
      curatedId: id as CuratedId,
      file,
    }));
}

/** Pairs with the same audience match first, so that none of them loses its id to another pair. */
function matchPairs(pairs: readonly FolderPair[], loaded: readonly LoadedPair[]) {
  const left = Map.groupBy(loaded, ({ question }) => question);
  const matched: Array<{ readonly pair: FolderPair; readonly before: LoadedPair }> = [];
  const remaining: FolderPair[] = [];
  for (const pair of pairs) {
    const before = takeMatchingPair(left, pair.content, 'same_audience');
    if (before === undefined) remaining.push(pair);
    else matched.push({ pair, before });
  }
  const unmatched: FolderPair[] = [];
  for (const pair of remaining) {
    const before = takeMatchingPair(left, pair.content, 'any_audience');
    if (before === undefined) unmatched.push(pair);
    else matched.push({ pair, before });
  }
  return { matched, unmatched };
}

const shownPointsMax = 80;

/** Collects the pairs of all files: a question may occur in only one of them. */
export function createFolderPairs(
  parser: DocumentParser,
  {
    groups: usualGroups,
    addFault,
    addWithheld,
    sourceId,
  }: {
    /** For pairs without groups of their own; those of a source can only narrow them. */
    readonly groups: readonly string[];
    readonly addFault: (file: string, reason: string) => void;
    readonly addWithheld: (file: string, reason: string) => void;
    readonly sourceId: SourceId | null;
  },
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
