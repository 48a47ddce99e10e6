import type { TenantId } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import { packLimits } from '../../limits/pack-limits.ts';
import type { TryPackLock } from '../../limits/pack-lock.ts';
import { clearOldVersions } from '../publication/publication.ts';
import type { ContentStore } from './content-store.ts';

export interface RecoveryDependencies {
  readonly content: ContentStore;
  readonly search: PassageSearch;
  readonly tryPackLock: TryPackLock;
  readonly versionsKept: number;
  readonly nowMs: () => number;
}

/** Restores the drafts that loads had changed when they were killed. A load that runs now holds the lock of its pack. */
export async function restoreDrafts({ content, tryPackLock, nowMs }: RecoveryDependencies): Promise<void> {
  for (const { tenantId, packId } of await content.listUnsettledDrafts())
    await tryPackLock(packId, () =>
      content.settleDraft(tenantId, packId, { outcome: 'restored', nowMs: nowMs() }),
    );
}

/** Removes passages that a killed publication left in the search engine: no version refers to them. */
export async function clearUnpublished(
  parts: RecoveryDependencies,
  tenantId: TenantId,
  isStopping: () => boolean,
): Promise<void> {
  const page = { after: null, limit: packLimits.packsMax };
  for (const { packId } of await parts.content.listPacks(tenantId, page)) {
    if (isStopping()) return;
    // If the pack is being published at this moment, that publication clears it too.
    await parts.tryPackLock(packId, () => clearOldVersions(parts, tenantId, packId));
  }
}
