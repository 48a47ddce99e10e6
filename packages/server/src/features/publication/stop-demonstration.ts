import { demonstrationPackNames } from '@avow/contract/values';
import type { PackId, TenantId } from '@avow/foundation';
import type { ContentStore, Pack } from '../content/content-store.ts';

/** More than a tenant can have. */
const packsReadMax = 1_000;

/**
 * Nobody wants an answer about an invented company beside those from content of their own: with the first publication of that, the
 * demonstration is no longer served. It is kept, and if somebody serves it again, it stays.
 */
export async function stopDemonstration(
  content: Pick<ContentStore, 'listPacks' | 'serveVersion'>,
  tenantId: TenantId,
  { packId, version, nowMs }: { readonly packId: PackId; readonly version: number; readonly nowMs: number },
): Promise<void> {
  if (version > 1) return;
  const served = (await content.listPacks(tenantId, { after: null, limit: packsReadMax })).filter(
    ({ servedVersion }) => servedVersion !== null,
  );
  const isFirst = served.every((pack) => pack.packId === packId || isDemonstration(pack));
  if (!isFirst || served.some((pack) => pack.packId === packId && isDemonstration(pack))) return;
  for (const pack of served.filter(isDemonstration))
    await content.serveVersion(tenantId, { packId: pack.packId, version: null, nowMs, events: [] });
}

/** As the installation has made it: one that somebody has changed is theirs. */
function isDemonstration({ name, latestVersion, draft }: Pack): boolean {
  return demonstrationPackNames.has(name) && latestVersion === 1 && !draft.isChanged;
}
