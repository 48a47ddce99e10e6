import type { PackId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import type { ContentStore, Pack } from '../content/content-store.ts';
import type { JobRunner } from '../content/jobs/job-runner.ts';
import type { TryPackLock } from '../content/jobs/pack-lock.ts';
import type { SelfRepairingSearch } from './indexing/self-repairing-search.ts';
import { packPublishedEvent } from './pack-events.ts';

export interface VersionOperationsParts {
  readonly content: ContentStore;
  readonly search: PassageSearch;
  readonly packSearch: SelfRepairingSearch;
  readonly runner: JobRunner;
  readonly tryPackLock: TryPackLock;
  readonly nowMs: () => number;
  readonly onServed: () => void;
}

export interface VersionOperations {
  /** Null if there is no such pack or version. */
  rollback(tenantId: TenantId, packId: PackId, version: number): Promise<Pack | null>;
  unpublish(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
}

/** Operations that immediately change what is served of a pack. */
export function createVersionOperations(parts: VersionOperationsParts): VersionOperations {
  const { content, search } = parts;
  return {
    rollback: async (tenantId, packId, version) => {
      const [found] = await content.listVersions(tenantId, packId, { before: version + 1, limit: 1 });
      if (found?.version !== version) return null;
      if (found.isRetired) throw versionRetired(version);
      // It must be searchable as soon as it is served.
      if ((await parts.packSearch.ensure(tenantId, found)) === 'gone') {
        if ((await content.getPack(tenantId, packId)) === null) return null;
        throw versionRetired(version);
      }
      const nowMs = parts.nowMs();
      const events = [packPublishedEvent(found, nowMs)];
      const outcome = await content.serveVersion(tenantId, { packId, version, nowMs, events });
      if (outcome === 'retired') throw versionRetired(version);
      if (outcome === 'unknown') return null;
      parts.onServed();
      return await content.getPack(tenantId, packId);
    },
    unpublish: async (tenantId, packId) => {
      const options = { packId, version: null, nowMs: parts.nowMs(), events: [] };
      const outcome = await content.serveVersion(tenantId, options);
      return outcome === 'unknown' ? null : await content.getPack(tenantId, packId);
    },
    deletePack: async (tenantId, packId) => {
      if ((await content.getPack(tenantId, packId)) === null) return false;
      await parts.runner.cancelAllOf(tenantId, packId);
      const attempt = await parts.tryPackLock(packId, async () => {
        // Stops serving, then deletes it from the search engine, then from the store: if this is interrupted, the pack
        // still exists and can be deleted again.
        await content.serveVersion(tenantId, { packId, version: null, nowMs: parts.nowMs(), events: [] });
        await search.prune(tenantId, { packId, keep: [] });
        return await content.deletePack(tenantId, packId);
      });
      if (attempt.kind === 'done') return attempt.value;
      throw new AppError('pack_conflict', {
        detail: 'Another process is loading this content pack. Try again later.',
      });
    },
  };
}

function versionRetired(version: number): AppError {
  return new AppError('version_retired', {
    detail: `Version ${version} is retired and its content has been deleted.`,
  });
}
