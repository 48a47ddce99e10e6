import type { CuratedPair } from '@avow/answering';
import type { CuratedId, PackId, TenantId } from '@avow/foundation';
import { readAllPages, readPages } from '@avow/foundation/concurrency';
import { curatedKey } from '@avow/text';
import type { ContentStore, DraftChange, PageAfter } from '../content/content-store.ts';
import type { PairContent } from './curated.ts';

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
