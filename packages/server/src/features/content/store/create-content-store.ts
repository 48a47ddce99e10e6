import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import { createDrafts } from './create-drafts.ts';
import { createPacks } from './create-packs.ts';
import { createServed } from './create-served.ts';

export function createContentStore(channels: StoreChannels): ContentStore {
  return {
    ...createPacks(channels),
    ...createDrafts(channels),
    ...createServed(channels),
  };
}
