import { AppError } from '@avow/foundation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';

function nameTaken(): AppError {
  return new AppError('pack_conflict', { detail: 'Another content pack has that name.' });
}

/** Packs as a whole, and their published versions. */
export function createPacks({ writer, reader }: StoreChannels) {
  return {
    ...bindForTenants(reader, 'getPack', 'findPackByName', 'listPacks'),
    ...bindForTenants(reader, 'compareDraft', 'getRevision', 'listVersionRevisions', 'listVersions'),
    ...bindForTenants(writer, 'deletePack', 'serveVersion', 'retireVersions'),
    async createPack(tenantId, pack) {
      assertCountable([pack.name, pack.description], 'the pack');
      if ((await writer.callFor(tenantId, 'createPack', tenantId, pack)) === 'name_taken') throw nameTaken();
    },
    async updatePack(tenantId, packId, change) {
      assertCountable([change.name ?? null, change.description ?? null], 'the pack');
      const outcome = await writer.callFor(tenantId, 'updatePack', tenantId, packId, change);
      if (outcome === 'name_taken') throw nameTaken();
      return outcome === 'updated';
    },
    async publishVersion(tenantId, published) {
      assertCountable([published.note], 'the note');
      return writer.callFor(tenantId, 'publishVersion', tenantId, published);
    },
  } satisfies Partial<ContentStore>;
}
