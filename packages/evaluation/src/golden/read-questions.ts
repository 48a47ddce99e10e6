import { goldenLimits } from '@avow/contract';
import type { PackId, TenantId } from '@avow/foundation';
import type { GoldenId, GoldenQuestion, GoldenStore } from './golden-store.ts';

const pageSize = 200;

/** The questions of a golden set, ordered by id, up to the limit per pack. */
export async function readQuestions(
  golden: Pick<GoldenStore, 'listQuestions'>,
  tenantId: TenantId,
  packId: PackId,
  filter: { readonly state?: GoldenQuestion['state'] } = {},
): Promise<GoldenQuestion[]> {
  const questions: GoldenQuestion[] = [];
  for (let after: GoldenId | null = null; questions.length < goldenLimits.questionsMax; ) {
    const page: GoldenQuestion[] = await golden.listQuestions(tenantId, packId, filter, {
      after,
      limit: pageSize,
    });
    questions.push(...page);
    after = page.at(-1)?.goldenId ?? null;
    if (after === null || page.length < pageSize) break;
  }
  return questions;
}
