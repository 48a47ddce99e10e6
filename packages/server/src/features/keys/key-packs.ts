import { AppError, type PackId, suffixOf, type TenantId } from '@avow/foundation';
import type { ContentStore } from '../content/content-store.ts';

/** Which packs there are. */
export type KnownPacks = Pick<ContentStore, 'getPack' | 'findPackByName'>;

/** The packs that a key is to be bound to. Each must be there; it need not be published yet. */
export async function findKeyPacks(
  content: KnownPacks,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<PackId[]> {
  const found = await Promise.all(ids.map((id) => findPack(content, tenantId, id)));
  const errors = found.flatMap((packId, at) => {
    const pointer = `/content_pack_ids/${at}`;
    return packId === null
      ? [{ pointer, code: 'invalid_value', message: 'There is no such content pack' }]
      : [];
  });
  if (errors.length > 0)
    throw new AppError('validation_failed', { detail: 'The key names unknown content packs.', errors });
  return found.filter((packId) => packId !== null);
}

async function findPack(content: KnownPacks, tenantId: TenantId, id: string): Promise<PackId | null> {
  const suffix = suffixOf(id, ['pack']);
  return suffix === null ? null : ((await content.getPack(tenantId, `pack_${suffix}`))?.packId ?? null);
}

/** The same for people, who name packs by id or by name. */
export async function findNamedPack(
  content: KnownPacks,
  tenantId: TenantId,
  wanted: string,
): Promise<PackId | null> {
  const packId = await findPack(content, tenantId, wanted);
  return packId ?? (await content.findPackByName(tenantId, wanted))?.packId ?? null;
}
