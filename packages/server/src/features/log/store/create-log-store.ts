import type { LogStore } from '@avow/ledger';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';

export function createLogStore({ writer, reader }: StoreChannels): LogStore {
  const { appendEvents: append } = bindForTenants(writer, 'appendEvents');
  return {
    append,
    ...bindForTenants(reader, 'readHead', 'readTile', 'readEntries', 'listLogEvents'),
    ...bindForTenants(reader, 'lastCheckpoint', 'listCheckpoints'),
    ...bindForTenants(writer, 'putCheckpoint'),
    ...bindForInstallation(reader, 'listLogs'),
  };
}
