import type { PackId, TenantId } from '@avow/foundation';
import { readAllPages } from '@avow/foundation';
import type { GoldenId, GoldenQuestion, GoldenStore } from './golden-store.ts';

const pageSize = 200;

/** The questions of a golden set, ordered by id. */
export async function readQuestions(
  golden: Pick<GoldenStore, 'listQuestions'>,
  tenantId: TenantId,
  packId: PackId,
  filter: { readonly state?: GoldenQuestion['state'] } = {},
): Promise<GoldenQuestion[]> {
  const read = (page: { readonly after: GoldenId | null; readonly limit: number }) =>
    golden.listQuestions(tenantId, packId, filter, page);
  return await readAllPages(pageSize, read, ({ goldenId }) => goldenId);
}
