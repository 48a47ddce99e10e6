import type { CuratedPair } from '@avow/answering';
import type { CuratedId, PackId, TenantId } from '@avow/foundation';
import { curatedKey } from '@avow/text';
import type { PairContent } from '../content/content.ts';
import type { ContentStore, DraftChange } from '../content/content-store.ts';

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
export async function readDraftPairs(
  content: ContentStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<CuratedPair[]> {
  const pairs: CuratedPair[] = [];
  for (let after: CuratedId | null = null; ; ) {
    const page: CuratedPair[] = await content.listDraftPairs(tenantId, packId, { after, limit: pageSize });
    pairs.push(...page);
    after = page.at(-1)?.curatedId ?? null;
    if (after === null || page.length < pageSize) return pairs;
  }
}

/**
 * Matches each given pair with a pair of the draft: the one with the same question, preferring the same audience. So a pair
 * keeps its id if its answer or its audience changes, and no duplicate is left behind.
 */
export function comparePairs(
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
