import { bindForInstallation } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { OutageStore } from '../outage-store.ts';

export function createOutageStore({ writer, reader }: StoreChannels): OutageStore {
  return {
    ...bindForInstallation(reader, 'listTimes'),
    ...bindForInstallation(writer, 'noteTimes', 'cutOthers', 'dropTimes'),
  };
}
