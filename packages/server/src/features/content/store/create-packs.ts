import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import { assertCountable } from './assert-countable.ts';
import { decodePack } from './pack-columns.ts';

type Packs = Pick<
  ContentStore,
  'createPack' | 'updatePack' | 'deletePack' | 'getPack' | 'findPackByName' | 'listPacks'
>;

function nameTaken(): AppError {
  return new AppError('pack_conflict', { detail: 'Another content pack has that name.' });
}

/** Packs as a whole. */
export function createPacks({ writer, reader }: StoreChannels): Packs {
  return {
    async createPack(tenantId, { packId, name, description, nowMs }) {
      assertCountable([name, description], 'the pack');
      const outcome = await writer.callFor(tenantId, 'createPack', {
        tenantId,
        packId,
        name,
        description,
        nowMs,
      });
      if (outcome === 'name_taken') throw nameTaken();
    },
    async updatePack(tenantId, packId, { name = null, description = null, nowMs }) {
      assertCountable([name, description], 'the pack');
      const outcome = await writer.callFor(tenantId, 'updatePack', {
        tenantId,
        packId,
        name,
        description,
        nowMs,
      });
      if (outcome === 'name_taken') throw nameTaken();
      return outcome === 'updated';
    },
    deletePack: (tenantId, packId) => writer.callFor(tenantId, 'deletePack', [tenantId, packId]),
    async getPack(tenantId, packId) {
      const row = await reader.callFor(tenantId, 'getPack', [tenantId, packId]);
      return row === null ? null : decodePack(row);
    },
    async findPackByName(tenantId, name) {
      const row = await reader.callFor(tenantId, 'findPackByName', [tenantId, name]);
      return row === null ? null : decodePack(row);
    },
    async listPacks(tenantId, { after, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'listPacks', { tenantId, after, limit })).map(decodePack);
    },
  };
}
