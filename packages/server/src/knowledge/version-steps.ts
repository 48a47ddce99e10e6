import { AppError } from '../errors/app-error.ts';
import { packPublishedEvent } from '../events/pack-events.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore, Pack } from '../interfaces/knowledge-store.ts';
import type { PassageSearch } from '../interfaces/passage-search.ts';
import type { WholeSearch } from './keep-search-whole.ts';
import type { TryAlone } from './pack-work.ts';
import type { JobRunner } from './run-jobs.ts';

export interface VersionStepsParts {
  readonly knowledge: KnowledgeStore;
  readonly search: PassageSearch;
  readonly whole: WholeSearch;
  readonly runner: JobRunner;
  readonly tryAlone: TryAlone;
  readonly nowMs: () => number;
  readonly onServed: () => void;
}

export interface VersionSteps {
  /** Null where there is no such pack or version. */
  rollback(tenantId: TenantId, packId: PackId, version: number): Promise<Pack | null>;
  unpublish(tenantId: TenantId, packId: PackId): Promise<Pack | null>;
  deletePack(tenantId: TenantId, packId: PackId): Promise<boolean>;
}

/** What changes at once what is served of a pack. */
export function createVersionSteps(parts: VersionStepsParts): VersionSteps {
  const { knowledge, search } = parts;
  return {
    rollback: async (tenantId, packId, version) => {
      const [found] = await knowledge.listVersions(tenantId, packId, { before: version + 1, limit: 1 });
      if (found?.version !== version) return null;
      if (found.isRetired) throw versionRetired(version);
      // It is found from the moment it is served.
      await parts.whole.ensure(tenantId, found);
      const nowMs = parts.nowMs();
      const events = [packPublishedEvent(found, nowMs)];
      const outcome = await knowledge.serveVersion(tenantId, { packId, version, nowMs, events });
      if (outcome === 'retired') throw versionRetired(version);
      if (outcome === 'unknown') return null;
      parts.onServed();
      return await knowledge.getPack(tenantId, packId);
    },
    unpublish: async (tenantId, packId) => {
      const wish = { packId, version: null, nowMs: parts.nowMs(), events: [] };
      const outcome = await knowledge.serveVersion(tenantId, wish);
      return outcome === 'unknown' ? null : await knowledge.getPack(tenantId, packId);
    },
    deletePack: async (tenantId, packId) => {
      if ((await knowledge.getPack(tenantId, packId)) === null) return false;
      await parts.runner.cancelAllOf(tenantId, packId);
      const turn = await parts.tryAlone(packId, async () => {
        // First nothing is served, then its words leave the search, and its name goes last: broken off anywhere, it is
        // still there to be deleted again.
        await knowledge.serveVersion(tenantId, { packId, version: null, nowMs: parts.nowMs(), events: [] });
        await search.prune(tenantId, { packId, keep: [] });
        return await knowledge.deletePack(tenantId, packId);
      });
      if (turn.kind === 'done') return turn.value;
      throw new AppError('pack_conflict', {
        detail: 'Somebody is loading into this content pack. Try again.',
      });
    },
  };
}

function versionRetired(version: number): AppError {
  return new AppError('version_retired', { detail: `Version ${version} is retired: its content is gone.` });
}
