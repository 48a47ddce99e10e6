import type { TenantId } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ScreeningStore } from '../screening-store.ts';
import { decodeScreened } from './screening-columns.ts';

/** One look-up reads no more than so many rows at a time. */
const hashesPerRead = 500;

export function createScreeningStore({ writer, reader }: StoreChannels): ScreeningStore {
  async function findSome(tenantId: TenantId, screening: string, textHashes: readonly string[]) {
    const rows = await reader.callFor(tenantId, 'findScreenings', { tenantId, screening, textHashes });
    return rows.map(decodeScreened);
  }
  return {
    find: async (tenantId, { screening, textHashes }) => {
      const found = [];
      for (let at = 0; at < textHashes.length; at += hashesPerRead)
        found.push(...(await findSome(tenantId, screening, textHashes.slice(at, at + hashesPerRead))));
      return found;
    },
    add: (tenantId, { screening, of: { id: documentId, revision }, screened }) =>
      writer.callFor(tenantId, 'addScreenings', {
        ...{ tenantId, screening, documentId, revision },
        screened: screened.map(({ textHash, score, kind, judges }) => ({
          ...{ text_hash: textHash, score, kind, judges },
        })),
      }),
    finish: (tenantId, { screening, of: { id: documentId, revision }, nowMs }) =>
      writer.callFor(tenantId, 'finishScreening', { tenantId, screening, documentId, revision, nowMs }),
    listWaiting: (tenantId, { packId, screening, limit }) => {
      assertPage(limit);
      return reader.callFor(tenantId, 'listUnscreened', { tenantId, packId, screening, limit });
    },
    progress: (tenantId, { packId, screening }) =>
      reader.callFor(tenantId, 'countScreened', [tenantId, packId, screening]),
  };
}
