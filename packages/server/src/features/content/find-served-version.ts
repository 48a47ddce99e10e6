import type { TenantId } from '@avow/foundation';
import type { ContentStore, Pack, Version } from './content-store.ts';

/** The version of a pack that is served; null if none is. */
export async function findServedVersion(
  content: Pick<ContentStore, 'listVersions'>,
  tenantId: TenantId,
  { packId, servedVersion }: Pack,
): Promise<Version | null> {
  if (servedVersion === null) return null;
  const [found] = await content.listVersions(tenantId, packId, { before: servedVersion + 1, limit: 1 });
  return found ?? null;
}
