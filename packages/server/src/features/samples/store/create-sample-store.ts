import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { SampleStore } from '../sample-store.ts';

export function createSampleStore({ writer, reader }: StoreChannels): SampleStore {
  return {
    ...bindForTenants(reader, 'listDrawable', 'getSample', 'listSamples'),
    ...bindForTenants(writer, 'putSample', 'judgeItem', 'signOff'),
  };
}
