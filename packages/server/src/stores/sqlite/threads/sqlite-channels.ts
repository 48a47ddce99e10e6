import type { ReadOperations } from './read-operations.ts';
import type { WorkerChannel } from './worker-channel.ts';
import type { WriteOperations } from './write-operations.ts';

/** The two threads that touch the database, as the event loop sees them. */
export interface SqliteChannels {
  readonly writer: WorkerChannel<WriteOperations>;
  readonly reader: WorkerChannel<ReadOperations>;
}
