import { join } from 'node:path';
import type { PackId, TenantId } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import type { ContentStore } from '../../content/content-store.ts';
import type { Nodes } from '../../nodes/nodes.ts';
import { openPublishedVersions, type PublishedVersions } from '../indexing/published-versions.ts';

/** The announcement that the served or kept versions of a pack have changed. */
export const packChanged = 'pack changed';

const publishedFolder = 'published';

const packBody = (tenantId: TenantId, packId: PackId) => JSON.stringify([tenantId, packId]);

/** What nobody hears of is found when the next question is asked. */
export const announcePack = (nodes: Pick<Nodes, 'announce'>, tenantId: TenantId, packId: PackId) =>
  nodes.announce(packChanged, packBody(tenantId, packId)).catch(() => undefined);

export function openPublished({ dataDir }: { readonly dataDir: string }): PublishedVersions {
  return openPublishedVersions(join(dataDir, publishedFolder));
}

/** A search index that has only what was published, if nodes publish versions under the same numbers. */
export function searchPublished(search: PassageSearch, published: PublishedVersions): PassageSearch {
  return {
    search: (...wanted) => search.search(...wanted),
    stageVersion: (...version) => search.stageVersion(...version),
    hasVersion: async (tenantId, pack) => published.has(pack) && (await search.hasVersion(tenantId, pack)),
    prune: (...pack) => search.prune(...pack),
    listWaiting: (...wanted) => search.listWaiting(...wanted),
    addVectors: (...given) => search.addVectors(...given),
    vectorProgress: (...wanted) => search.vectorProgress(...wanted),
    close: () => search.close(),
  };
}

/** Content whose publications other nodes hear of. What was published here was staged here before. */
export function announcePublications(
  content: ContentStore,
  { nodes, published }: { readonly nodes: Nodes; readonly published: PublishedVersions | null },
): ContentStore {
  const announce = (tenantId: TenantId, packId: PackId) => announcePack(nodes, tenantId, packId);
  return {
    ...content,
    async publishVersion(tenantId, version) {
      const outcome = await content.publishVersion(tenantId, version);
      if (outcome !== 'published') return outcome;
      published?.add({ packId: version.packId, version: version.version });
      await announce(tenantId, version.packId);
      return outcome;
    },
    async serveVersion(tenantId, wanted) {
      const outcome = await content.serveVersion(tenantId, wanted);
      await announce(tenantId, wanted.packId);
      return outcome;
    },
    async deletePack(tenantId, packId) {
      const isDeleted = await content.deletePack(tenantId, packId);
      await announce(tenantId, packId);
      return isDeleted;
    },
  };
}
