import type { Clock } from '@avow/foundation';
import type { EntityStores } from '../store.ts';

/** A store with nothing in it, as the contract suites ask for one. */
export interface OpenedStore extends EntityStores {
  close(): Promise<void>;
}

/** By the system's clock where none is given. */
export type OpenStore = (clock?: Clock) => Promise<OpenedStore>;
