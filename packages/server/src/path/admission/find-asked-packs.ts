import { AppError, type PackId, suffixOf, type TenantId } from '@avow/foundation';
import type { ContentStore } from '../../features/content/content-store.ts';
import type { IncomingQuery } from './admission.ts';

type KnownPacks = Pick<ContentStore, 'getPack'>;

/** The packs that the question is answered from: of those that the caller may ask, those that it names. Null: all. */
export async function findAskedPacks(
  content: KnownPacks,
  { tenantId, request, mayAskPacks = null }: IncomingQuery,
): Promise<PackId[] | null> {
  const wanted = request.content_pack_ids;
  if (wanted === undefined)
    return mayAskPacks === null ? null : await findBound(content, tenantId, mayAskPacks);
  return await Promise.all(
    wanted.map(async (id) => {
      const packId = await findPack(content, tenantId, id);
      // A pack that the caller may not ask does not exist for it.
      if (packId === null || mayAskPacks?.includes(packId) === false)
        throw new AppError('not_found', { detail: 'There is no such content pack.' });
      return packId;
    }),
  );
}

/** Those that were deleted since are passed over. */
async function findBound(
  content: KnownPacks,
  tenantId: TenantId,
  bound: readonly PackId[],
): Promise<PackId[]> {
  const found = await Promise.all(bound.map((id) => findPack(content, tenantId, id)));
  const packIds = found.filter((packId) => packId !== null);
  if (packIds.length === 0)
    throw new AppError('insufficient_scope', {
      detail: 'This publishable key is bound to no content pack: choose the packs that visitors may ask.',
    });
  return packIds;
}

async function findPack(content: KnownPacks, tenantId: TenantId, id: string): Promise<PackId | null> {
  const suffix = suffixOf(id, ['pack']);
  return suffix === null ? null : ((await content.getPack(tenantId, `pack_${suffix}`))?.packId ?? null);
}
