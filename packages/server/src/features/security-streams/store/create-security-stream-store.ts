import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { SecurityStreamStore } from '../security-stream-store.ts';

export function createSecurityStreamStore({ writer, reader }: StoreChannels): SecurityStreamStore {
  return {
    ...bindForInstallation(reader, 'readStream', 'listBehind'),
    ...bindForTenants(reader, 'listFound'),
    ...bindForInstallation(writer, 'beginStream', 'noteSent', 'noteFailed'),
    ...bindForTenants(writer, 'placeStream', 'moveStream'),
  };
}
