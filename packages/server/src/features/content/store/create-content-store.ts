import { AppError, type PackId, systemClock, type TenantId } from '@avow/foundation';
import { readPages } from '@avow/foundation/concurrency';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { currentAuthor } from '../../log/log.ts';
import type { ContentStore } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';
import { createDrafts } from './create-drafts.ts';
import { createServed } from './create-served.ts';
import { VersionTree } from './item-commitments.ts';

export function createContentStore(channels: StoreChannels): ContentStore {
  return { ...createPacks(channels), ...createDrafts(channels), ...createServed(channels) };
}

/** Hashed in one go on the event loop. */
const itemsPerPage = 500;

function nameTaken(): AppError {
  return new AppError('pack_conflict', { detail: 'Another content pack has that name.' });
}

/** Packs as a whole, and their published versions. */
function createPacks({ writer, reader }: StoreChannels) {
  const { createPack, updatePack } = bindForTenants(writer, 'createPack', 'updatePack');
  const { publishVersion, serveVersion, retireVersions, deletePack } = bindForTenants(
    writer,
    ...(['publishVersion', 'serveVersion', 'retireVersions', 'deletePack'] as const),
  );
  const { listDraftItems } = bindForTenants(reader, 'listDraftItems');
  /** Once it is published, the revision of the draft shows that it did not change meanwhile. */
  async function rootOfDraft(tenantId: TenantId, packId: PackId): Promise<string> {
    const tree = new VersionTree();
    const pages = readPages(
      itemsPerPage,
      ({ after, limit }: { readonly after: string | null; readonly limit: number }) =>
        listDraftItems(tenantId, packId, { after: after ?? '', limit }),
      ({ id }) => id,
    );
    for await (const item of pages) tree.add(item);
    return tree.root();
  }
  return {
    ...bindForTenants(reader, 'getPack', 'findPackByName', 'listPacks'),
    ...bindForTenants(reader, 'compareDraft', 'getRevision', 'listVersionRevisions', 'listVersions'),
    ...bindForTenants(reader, 'listCommitments'),
    deletePack: (tenantId, packId) =>
      deletePack(tenantId, packId, { nowMs: systemClock.nowMs(), author: currentAuthor() }),
    serveVersion: (tenantId, wanted) => serveVersion(tenantId, { ...wanted, author: currentAuthor() }),
    retireVersions: (tenantId, packId, keep) =>
      retireVersions(tenantId, packId, { keep, nowMs: systemClock.nowMs(), author: currentAuthor() }),
    async createPack(tenantId, pack) {
      assertCountable([pack.name, pack.description], 'the pack');
      if ((await createPack(tenantId, pack)) === 'name_taken') throw nameTaken();
    },
    async updatePack(tenantId, packId, change) {
      assertCountable([change.name ?? null, change.description ?? null], 'the pack');
      const outcome = await updatePack(tenantId, packId, change);
      if (outcome === 'name_taken') throw nameTaken();
      return outcome === 'updated';
    },
    async publishVersion(tenantId, published) {
      assertCountable([published.note], 'the note');
      const author = currentAuthor();
      const root = await rootOfDraft(tenantId, published.packId);
      return await publishVersion(tenantId, { ...published, root, author });
    },
  } satisfies Partial<ContentStore>;
}
