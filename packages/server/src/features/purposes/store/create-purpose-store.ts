import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { PurposeStore } from '../purpose-store.ts';

export function createPurposeStore({ writer, reader }: StoreChannels): PurposeStore {
  return { ...bindForTenants(reader, 'getPurposes'), ...bindForTenants(writer, 'setPurposes') };
}
