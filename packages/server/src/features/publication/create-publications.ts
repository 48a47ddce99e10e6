import type { PackVersion, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageSearch } from '@avow/search';
import type { ContentStore } from '../content/content-store.ts';
import { isRepairable } from './indexing/search-faults.ts';
import type { OpenScreened } from './publication.ts';
import {
  findServedVersion,
  type Publications,
  packPublishedEvent,
  type SelfRepairingSearch,
  type ServingNode,
} from './publication.ts';
import type { Reports } from './report/report-draft.ts';
import type { ScreeningStore } from './screening-store.ts';

export interface PublicationDependencies {
  readonly content: ContentStore;
  readonly search: Pick<PassageSearch, 'vectorProgress'>;
  readonly packSearch: SelfRepairingSearch;
  /** Null: only keyword search is available. */
  readonly encoder: Encoder | null;
  readonly screened: OpenScreened;
  readonly screenings: Pick<ScreeningStore, 'progress'>;
  readonly reports: Reports;
  /** Null: no other node shares the records. */
  readonly listServingNodes: (
    tenantId: TenantId,
    pack: PackVersion,
  ) => Promise<readonly ServingNode[] | null>;
  readonly nowMs: () => number;
  /** Called when another version is served. */
  readonly onServed: () => void;
}

/** What is served of content packs. Publishing a draft is a job. */
export function createPublications(parts: PublicationDependencies): Omit<Publications, 'publish'> {
  const { content, search, packSearch, encoder, screenings } = parts;
  return {
    ...parts.reports,
    screeningProgress: async (tenantId, { packId, servedVersion }) => {
      if (servedVersion === null) return null;
      const { screening } = await parts.screened();
      return await screenings.progress(tenantId, { packId, screening: screening.name });
    },
    vectorProgress: async (tenantId, { packId, servedVersion }) => {
      if (servedVersion === null || encoder === null) return null;
      const pack = { packId, version: servedVersion };
      return await search
        .vectorProgress(tenantId, { pack, encoder: encoder.name })
        .catch((error: unknown) => {
          if (!isRepairable(error)) throw error;
          // Its files are being rebuilt, and its vectors with them.
          packSearch.repairLater(tenantId, pack);
          return null;
        });
    },
    listVersions: async (tenantId, packId, page) => {
      const pack = await content.getPack(tenantId, packId);
      if (pack === null) return null;
      const versions = await content.listVersions(tenantId, packId, page);
      return await Promise.all(
        versions.map(async (one) => ({
          ...one,
          nodes: one.version === pack.servedVersion ? await parts.listServingNodes(tenantId, one) : null,
        })),
      );
    },
    servedVersion: (tenantId, pack) => findServedVersion(content, tenantId, pack),
    rollback: async (tenantId, packId, version) => {
      const [found] = await content.listVersions(tenantId, packId, { before: version + 1, limit: 1 });
      if (found?.version !== version) return null;
      if (found.isRetired) throw versionRetired(version);
      // It must be searchable as soon as it is served.
      if ((await packSearch.ensure(tenantId, found)) === 'gone') {
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
  };
}

function versionRetired(version: number): AppError {
  return new AppError('version_retired', {
    detail: `Version ${version} is retired and its content has been deleted.`,
  });
}
