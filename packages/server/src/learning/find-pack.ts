import { AppError } from '../errors/app-error.ts';
import { suffixOf } from '../ids/typeid.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';

/** The pack that is named so. Unknown, malformed and another tenant's: one and the same refusal. */
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
