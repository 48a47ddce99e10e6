import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { SourceStore } from '../source-store.ts';

export function createSourceStore({ writer, reader }: StoreChannels): SourceStore {
  return {
    ...bindForTenants(reader, 'getSource', 'openSource', 'listSources'),
    ...bindForTenants(reader, 'listStaged', 'getStaged', 'listKnown'),
    ...bindForInstallation(reader, 'listDue'),
    ...bindForTenants(writer, 'createSource', 'updateSource', 'deleteSource'),
    ...bindForTenants(writer, 'startSync', 'beginReading', 'releaseReading', 'stage', 'finishSync'),
  };
}
