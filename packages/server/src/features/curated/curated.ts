import type { CuratedPair } from '@avow/answering';
import { AppError, type CuratedId, newId, type PackId, type TenantId } from '@avow/foundation';
import { readAllPages, readPages } from '@avow/foundation/concurrency';
import { curatedKey } from '@avow/text';
import type { PackLimits } from '../../limits/pack-limits.ts';
import {
  type ContentStore,
  type DraftChange,
  type ExpectedDraftRevisions,
  expectItem,
  type PageAfter,
} from '../content/content-store.ts';
import type { Job } from '../jobs/job-store.ts';

/** A question and its answer as people write them. */
export type PairContent = Omit<CuratedPair, 'curatedId' | 'revision' | 'updatedAtMs'>;

/** Operations on the curated pairs of drafts. Null and false mean "not found". */
export interface CuratedPairs {
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
  listPairs(
    tenantId: TenantId,
    packId: PackId,
    page: Parameters<ContentStore['listDraftPairs']>[2],
  ): Promise<CuratedPair[] | null>;
  /** Pairs of the draft with any of these questions, compared after normalisation. Null: no such pack. */
  findPairs(tenantId: TenantId, packId: PackId, questions: readonly string[]): Promise<CuratedPair[] | null>;
  getPair(tenantId: TenantId, packId: PackId, curatedId: CuratedId): Promise<CuratedPair | null>;
  replacePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    pair: PairContent,
    expected?: ExpectedDraftRevisions,
  ): Promise<CuratedPair | null>;
  deletePair(
    tenantId: TenantId,
    packId: PackId,
    curatedId: CuratedId,
    expected?: ExpectedDraftRevisions,
  ): Promise<boolean>;
}

/** Pairs in the drafts of content packs. Importing a file of them is a job. */
export function createCuratedPairs({
  content,
  limits,
  nowMs,
}: {
  readonly content: ContentStore;
  readonly limits: Pick<PackLimits, 'pairsMax'>;
  readonly nowMs: () => number;
}): Omit<CuratedPairs, 'importPairs'> {
  const hasPack = async (tenantId: TenantId, packId: PackId) =>
    (await content.getPack(tenantId, packId)) !== null;
  const change = (tenantId: TenantId, packId: PackId, what: Omit<DraftChange, 'nowMs'>) =>
    content.changeDraft(tenantId, packId, { ...what, nowMs: nowMs() });
  return {
    createPair: async (tenantId, packId, pair, curatedId = newId('qna', nowMs())) => {
      const pack = await content.getPack(tenantId, packId);
      if (pack === null) return null;
      if (pack.draft.curatedCount >= limits.pairsMax)
        throw new AppError('invalid_state', {
          detail: `A content pack has at most ${limits.pairsMax} pairs.`,
        });
      await change(tenantId, packId, { putPairs: [pairToPut(curatedId, pair)] });
      return await content.getDraftPair(tenantId, packId, curatedId);
    },
    listPairs: async (tenantId, packId, page) =>
      (await hasPack(tenantId, packId)) ? await content.listDraftPairs(tenantId, packId, page) : null,
    findPairs: async (tenantId, packId, questions) =>
      (await hasPack(tenantId, packId))
        ? await findDraftPairs(content, { tenantId, packId }, questions)
        : null,
    getPair: (tenantId, packId, curatedId) => content.getDraftPair(tenantId, packId, curatedId),
    replacePair: async (tenantId, packId, curatedId, pair, revisions = null) => {
      if ((await content.getDraftPair(tenantId, packId, curatedId)) === null) return null;
      const putPairs = [pairToPut(curatedId, pair)];
      await change(tenantId, packId, { putPairs, ...expectItem(curatedId, revisions) });
      return await content.getDraftPair(tenantId, packId, curatedId);
    },
    deletePair: async (tenantId, packId, curatedId, revisions = null) => {
      if ((await content.getDraftPair(tenantId, packId, curatedId)) === null) return false;
      await change(tenantId, packId, { removePairs: [curatedId], ...expectItem(curatedId, revisions) });
      return true;
    },
  };
}

type PutPair = NonNullable<DraftChange['putPairs']>[number];

export interface PairDifference {
  /** To be put into the draft, with their existing or new ids. */
  readonly added: readonly PutPair[];
  readonly changed: readonly PutPair[];
  readonly unchangedCount: number;
}

const pageSize = 500;

export function pairToPut(curatedId: CuratedId, pair: PairContent): PutPair {
  const keys = new Set([pair.question, ...pair.alternatives].map(curatedKey));
  // An empty key would match every text without letters.
  keys.delete('');
  return { curatedId, ...pair, keys: [...keys] };
}

/** Every pair of a draft, ordered by id. */
export function readDraftPairs(
  content: Pick<ContentStore, 'listDraftPairs'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<CuratedPair[]> {
  const read = (page: PageAfter<CuratedId>) => content.listDraftPairs(tenantId, packId, page);
  return readAllPages(pageSize, read, ({ curatedId }) => curatedId);
}

/**
 * Matches each given pair with a pair of the draft: the one with the same question, preferring the same audience. So a pair
 * keeps its id if its answer or its audience changes, and no duplicate is left behind.
 */
export function compareWithDraft(
  draft: readonly CuratedPair[],
  given: readonly PairContent[],
  newId: () => CuratedId,
): PairDifference {
  const added: PutPair[] = [];
  const changed: PutPair[] = [];
  let unchangedCount = 0;
  const left = Map.groupBy(draft, ({ question }) => question);
  // Pairs with the same audience match first, so that none of them loses its id to another pair.
  const sure = given.map((pair) => ({ pair, old: takeMatchingPair(left, pair, 'same_audience') }));
  for (const { pair, old = takeMatchingPair(left, pair, 'any_audience') } of sure) {
    if (old === undefined) added.push(pairToPut(newId(), pair));
    else if (contentKey(old) === contentKey(pair)) unchangedCount += 1;
    else changed.push(pairToPut(old.curatedId, pair));
  }
  return { added, changed, unchangedCount };
}

/** Removes and returns the pair with this question from those that are left; undefined if there is none. */
export function takeMatchingPair<Pair extends PairContent>(
  left: ReadonlyMap<string, Pair[]>,
  pair: PairContent,
  audience: 'same_audience' | 'any_audience',
): Pair | undefined {
  const asking = left.get(pair.question) ?? [];
  const same = asking.findIndex(
    (one) => audience === 'any_audience' || audienceKey(one) === audienceKey(pair),
  );
  return same === -1 ? undefined : asking.splice(same, 1)[0];
}

/** Equal for pairs that the same groups see during the same period. */
export function audienceKey({ groups, validFromMs, validUntilMs }: PairContent): string {
  return JSON.stringify([groups.toSorted(), validFromMs, validUntilMs]);
}

/** Equal for pairs that are equal in every field. */
export function contentKey(pair: PairContent): string {
  const { question, alternatives, answer, source, url, tags } = pair;
  return JSON.stringify([question, alternatives, answer, source, url, tags, audienceKey(pair)]);
}

/** Pairs of a draft with any of these questions, ordered by id. */
export async function findDraftPairs(
  content: Pick<ContentStore, 'listDraftPairs'>,
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
  questions: readonly string[],
): Promise<CuratedPair[]> {
  const wanted = new Set(questions.map(curatedKey));
  // A text without letters has an empty key and matches nothing.
  wanted.delete('');
  if (wanted.size === 0) return [];
  const isWanted = (question: string) => wanted.has(curatedKey(question));
  const read = (page: PageAfter<CuratedId>) => content.listDraftPairs(tenantId, packId, page);
  const found: CuratedPair[] = [];
  // Of a large draft, only the pairs that are wanted are kept.
  for await (const pair of readPages(pageSize, read, ({ curatedId }) => curatedId))
    if ([pair.question, ...pair.alternatives].some(isWanted)) found.push(pair);
  return found;
}
