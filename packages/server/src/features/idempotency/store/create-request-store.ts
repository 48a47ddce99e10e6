import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { RequestStore } from '../request-store.ts';

export function createRequestStore({ writer }: StoreChannels): RequestStore {
  return bindForTenants(writer, 'claimRequest', 'completeRequest', 'releaseRequest');
}
