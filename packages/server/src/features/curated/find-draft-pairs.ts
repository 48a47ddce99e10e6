import type { CuratedPair } from '@avow/answering';
import type { CuratedId, PackId, TenantId } from '@avow/foundation';
import { curatedKey } from '@avow/text';
import type { ContentStore } from '../content/content-store.ts';

const pageSize = 500;

/** Pairs of a draft with any of these questions, ordered by id. */
export async function findDraftPairs(
  content: Pick<ContentStore, 'listDraftPairs'>,
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
  questions: readonly string[],
): Promise<CuratedPair[]> {
  const wanted = new Set(questions.map(curatedKey));
  // A text without letters has an empty key and matches nothing.
  wanted.delete('');
  const found: CuratedPair[] = [];
  for (let after: CuratedId | null = null; wanted.size > 0; ) {
    const page: CuratedPair[] = await content.listDraftPairs(tenantId, packId, {
      after,
      limit: pageSize,
    });
    const isWanted = (question: string) => wanted.has(curatedKey(question));
    found.push(...page.filter((pair) => [pair.question, ...pair.alternatives].some(isWanted)));
    after = page.at(-1)?.curatedId ?? null;
    if (page.length < pageSize) break;
  }
  return found;
}
