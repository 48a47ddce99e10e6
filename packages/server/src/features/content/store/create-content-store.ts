import { AppError } from '@avow/foundation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';
import { createDrafts } from './create-drafts.ts';
import { createServed } from './create-served.ts';

export function createContentStore(channels: StoreChannels): ContentStore {
  return { ...createPacks(channels), ...createDrafts(channels), ...createServed(channels) };
}

function nameTaken(): AppError {
  return new AppError('pack_conflict', { detail: 'Another content pack has that name.' });
}

/** Packs as a whole, and their published versions. */
function createPacks({ writer, reader }: StoreChannels) {
  const { createPack, updatePack, publishVersion } = bindForTenants(
    writer,
    'createPack',
    'updatePack',
    'publishVersion',
  );
  return {
    ...bindForTenants(reader, 'getPack', 'findPackByName', 'listPacks'),
    ...bindForTenants(reader, 'compareDraft', 'getRevision', 'listVersionRevisions', 'listVersions'),
    ...bindForTenants(writer, 'deletePack', 'serveVersion', 'retireVersions'),
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
      return publishVersion(tenantId, published);
    },
  } satisfies Partial<ContentStore>;
}
