import { AppError } from '../../errors/app-error.ts';
import type { KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import { assertCountable } from './assert-countable.ts';
import { assertPage } from './assert-page.ts';
import { decodePack } from './pack-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

type Packs = Pick<
  KnowledgeStore,
  'createPack' | 'updatePack' | 'deletePack' | 'getPack' | 'findPackByName' | 'listPacks'
>;

function nameTaken(): AppError {
  return new AppError('pack_conflict', { detail: 'Another content pack has that name.' });
}

/** Packs as a whole. */
export function createSqlitePacks({ writer, reader }: SqliteChannels): Packs {
  return {
    async createPack(tenantId, { packId, name, description, nowMs }) {
      assertCountable([name, description], 'the pack');
      const outcome = await writer.call('createPack', { tenantId, packId, name, description, nowMs });
      if (outcome === 'name_taken') throw nameTaken();
    },
    async updatePack(tenantId, packId, { name = null, description = null, nowMs }) {
      assertCountable([name, description], 'the pack');
      const outcome = await writer.call('updatePack', { tenantId, packId, name, description, nowMs });
      if (outcome === 'name_taken') throw nameTaken();
      return outcome === 'updated';
    },
    deletePack: (tenantId, packId) => writer.call('deletePack', [tenantId, packId]),
    async getPack(tenantId, packId) {
      const columns = await reader.call('getPack', [tenantId, packId]);
      return columns === null ? null : decodePack(columns);
    },
    async findPackByName(tenantId, name) {
      const columns = await reader.call('findPackByName', [tenantId, name]);
      return columns === null ? null : decodePack(columns);
    },
    async listPacks(tenantId, { after, limit }) {
      assertPage(limit);
      return (await reader.call('listPacks', { tenantId, after, limit })).map(decodePack);
    },
  };
}
