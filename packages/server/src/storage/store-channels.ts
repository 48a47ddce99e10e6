import type { Channel } from '@avow/storage';
import type { ReadOperations } from './read-operations.ts';
import type { WriteOperations } from './write-operations.ts';

/** Where the stores send their operations. */
export interface StoreChannels {
  readonly writer: Channel<WriteOperations>;
  readonly reader: Channel<ReadOperations>;
}
