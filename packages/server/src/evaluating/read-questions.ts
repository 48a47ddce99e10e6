import { goldenLimits } from '@avow/contract';
import type { GoldenId, GoldenQuestion, GoldenStore } from '../interfaces/golden-store.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';

const pageSize = 200;

/** The questions of a golden set, in the order of their ids; at most as many as a pack may have. */
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
