import type { ServedContent } from '@avow/answering';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import { viewOfPacks } from '../../../path/scratch/view-of-packs.ts';
import type { ContentStore } from '../../content/content-store.ts';
import type { PublishedVersions } from '../indexing/published-versions.ts';

/**
 * The content that this node answers from. A version that another node has published is served here once its passages are in
 * the search index of this node; until then, questions see the whole of the version before it.
 */
export function serveStaged({
  content,
  search,
  published,
  stage,
}: {
  readonly content: ContentStore;
  readonly search: Pick<PassageSearch, 'hasVersion'>;
  readonly published: PublishedVersions;
  /** Makes the version searchable on this node, in the background. */
  readonly stage: (tenantId: TenantId, pack: PackVersion) => void;
}): ContentStore {
  /** Of tenants for which this node serves other versions than the store says. */
  const behind = new Map<TenantId, ServedContent>();

  async function findEarlier(tenantId: TenantId, pack: PackVersion): Promise<PackVersion | null> {
    for (const version of published.list(pack.packId)) {
      const earlier = { packId: pack.packId, version };
      if (version === pack.version || !(await search.hasVersion(tenantId, earlier))) continue;
      const [kept] = await content.listVersions(tenantId, pack.packId, { before: version + 1, limit: 1 });
      if (kept?.version === version && !kept.isRetired) return earlier;
    }
    return null;
  }

  async function listServed(tenantId: TenantId): Promise<PackVersion[]> {
    const served = await content.listServed(tenantId);
    if (served.every((pack) => published.has(pack))) {
      behind.delete(tenantId);
      return served;
    }
    const here = await Promise.all(
      served.map(async (pack) => {
        if (published.has(pack)) return pack;
        stage(tenantId, pack);
        return (await findEarlier(tenantId, pack)) ?? pack;
      }),
    );
    behind.set(tenantId, viewOfPacks(content, tenantId, here));
    return here;
  }

  const viewFor = (tenantId: TenantId): ServedContent => behind.get(tenantId) ?? content;
  return {
    ...content,
    listServed,
    findCurated: (tenantId, ...asked) => viewFor(tenantId).findCurated(tenantId, ...asked),
    getCurated: (tenantId, ...asked) => viewFor(tenantId).getCurated(tenantId, ...asked),
    getDocument: (tenantId, ...asked) => viewFor(tenantId).getDocument(tenantId, ...asked),
    readQuote: (tenantId, ...asked) => viewFor(tenantId).readQuote(tenantId, ...asked),
  };
}
