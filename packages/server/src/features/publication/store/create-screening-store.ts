import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ScreeningStore } from '../screening-store.ts';

/** One look-up reads no more than so many rows at a time. */
const hashesPerRead = 500;

export function createScreeningStore({ writer, reader }: StoreChannels): ScreeningStore {
  const reads = bindForTenants(reader, 'findScreenings', 'listUnscreened', 'countScreened');
  const writes = bindForTenants(writer, 'addScreenings', 'finishScreening');
  return {
    find: async (tenantId, { screening, textHashes }) => {
      const found = [];
      for (let at = 0; at < textHashes.length; at += hashesPerRead) {
        const some = textHashes.slice(at, at + hashesPerRead);
        found.push(...(await reads.findScreenings(tenantId, { screening, textHashes: some })));
      }
      return found;
    },
    add: writes.addScreenings,
    finish: writes.finishScreening,
    listWaiting: reads.listUnscreened,
    progress: reads.countScreened,
  };
}
