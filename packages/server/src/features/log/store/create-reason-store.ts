import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ReasonStore } from '../reason-store.ts';

export function createReasonStore({ writer, reader }: StoreChannels): ReasonStore {
  return { ...bindForTenants(reader, 'readReasons'), ...bindForTenants(writer, 'eraseReason') };
}
