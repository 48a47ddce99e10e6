import type { CuratedId, PackId, TenantId } from '../interfaces/identity.ts';
import type { CuratedPair, KnowledgeStore } from '../interfaces/knowledge-store.ts';
import { curatedKey } from '../text/normalise-question.ts';

const readAtOnce = 500;

/** Pairs of a draft that are filed under any of these questions, by id. */
export async function findDraftPairs(
  knowledge: Pick<KnowledgeStore, 'listDraftPairs'>,
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
  questions: readonly string[],
): Promise<CuratedPair[]> {
  const wanted = new Set(questions.map(curatedKey));
  // What has no letters asks nothing.
  wanted.delete('');
  const found: CuratedPair[] = [];
  for (let after: CuratedId | null = null; wanted.size > 0; ) {
    const page: CuratedPair[] = await knowledge.listDraftPairs(tenantId, packId, {
      after,
      limit: readAtOnce,
    });
    const isWanted = (question: string) => wanted.has(curatedKey(question));
    found.push(...page.filter((pair) => [pair.question, ...pair.alternatives].some(isWanted)));
    after = page.at(-1)?.curatedId ?? null;
    if (page.length < readAtOnce) break;
  }
  return found;
}
