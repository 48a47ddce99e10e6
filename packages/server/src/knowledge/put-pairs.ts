import type { PairContent } from '../interfaces/content-packs.ts';
import type { CuratedId, PackId, TenantId } from '../interfaces/identity.ts';
import type { CuratedPair, DraftChange, KnowledgeStore } from '../interfaces/knowledge-store.ts';
import { curatedKey } from '../text/normalise-question.ts';

type PutPair = NonNullable<DraftChange['putPairs']>[number];

export interface PairDifference {
  /** To be put into the draft, with the id that each keeps or gets. */
  readonly added: readonly PutPair[];
  readonly changed: readonly PutPair[];
  readonly unchangedCount: number;
  /** Pairs of the draft that none of the given ones stands for. */
  readonly others: readonly CuratedId[];
}

const pageSize = 500;

export function pairToPut(curatedId: CuratedId, pair: PairContent): PutPair {
  const keys = new Set([pair.question, ...pair.alternatives].map(curatedKey));
  // An empty key would be found by every text that has no letters.
  keys.delete('');
  return { curatedId, ...pair, keys: [...keys] };
}

/** Every pair of a draft, by id. */
export async function readDraftPairs(
  knowledge: KnowledgeStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<CuratedPair[]> {
  const pairs: CuratedPair[] = [];
  for (let after: CuratedId | null = null; ; ) {
    const page: CuratedPair[] = await knowledge.listDraftPairs(tenantId, packId, { after, limit: pageSize });
    pairs.push(...page);
    after = page.at(-1)?.curatedId ?? null;
    if (after === null || page.length < pageSize) return pairs;
  }
}

/**
 * Which pair of the draft each given one stands for: the same question, and of several the one for the same people and
 * times. So a pair keeps its id when its answer changes, or who may see it, and no second one stays beside it.
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
  const takeOld = (pair: PairContent): CuratedPair | undefined => {
    const old = left.get(pair.question) ?? [];
    const same = old.findIndex((one) => audienceOf(one) === audienceOf(pair));
    return old.splice(Math.max(same, 0), 1)[0];
  };
  // Those for the same people choose first, so that none of them loses its id to another.
  const [sure, unsure] = partition(given, (pair) =>
    (left.get(pair.question) ?? []).some((one) => audienceOf(one) === audienceOf(pair)),
  );
  for (const pair of [...sure, ...unsure]) {
    const old = takeOld(pair);
    if (old === undefined) added.push(pairToPut(newId(), pair));
    else if (contentOf(old) === contentOf(pair)) unchangedCount += 1;
    else changed.push(pairToPut(old.curatedId, pair));
  }
  const others = [...left.values()].flat().map(({ curatedId }) => curatedId);
  return { added, changed, unchangedCount, others };
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

function audienceOf({ groups, validFromMs, validUntilMs }: PairContent): string {
  return JSON.stringify([groups.toSorted(), validFromMs, validUntilMs]);
}

function contentOf(pair: PairContent): string {
  const { question, alternatives, answer, source, url, tags } = pair;
  return JSON.stringify([question, alternatives, answer, source, url, tags, audienceOf(pair)]);
}
