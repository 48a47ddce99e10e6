import type { PackId, TenantId } from '@avow/foundation';
import { AppError, suffixOf } from '@avow/foundation';
import type { ContentPacks } from '../../content/content.ts';

/** Finds a pack by its id. An unknown, malformed or other tenant's id is rejected in the same way. */
export async function findPack(
  packs: Pick<ContentPacks, 'getPack'>,
  tenantId: TenantId,
  name: string,
): Promise<PackId> {
  const suffix = suffixOf(name, ['pack']);
  const pack = suffix === null ? null : await packs.getPack(tenantId, `pack_${suffix}`);
  if (pack === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
  return pack.packId;
}
