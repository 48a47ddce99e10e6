import type { Clock } from '@avow/foundation';
import { AppError, systemClock } from '@avow/foundation';
import type { BrokenStore } from '@avow/storage/sqlite';
import { WorkerChannel } from '@avow/storage/sqlite';
import type { StoreWorkerData } from '@avow/storage/threads';
import { createEntityStores } from '../create-entity-stores.ts';
import type { Store } from '../store.ts';
import type { SqliteReads, SqliteWrites } from './sqlite-operations.ts';

export interface SqliteStoreOptions {
  /** The folder of the database; created readable by its owner only if it does not exist. */
  readonly directory: string;
  /** 32 bytes: the keys of tenants are wrapped under it. */
  readonly masterKey: Uint8Array;
  readonly clock?: Clock;
  /** Limit of queued writes, and separately of queued reads; beyond it a call is rejected as `overloaded`. */
  readonly waitingMax?: number;
  /** How long a write waits for another process that writes. */
  readonly busyTimeoutMs?: number;
  /** Called once, when the disk has failed or a thread has died: from then on a new process is needed. */
  readonly onBroken?: ((fault: BrokenStore) => void) | undefined;
}

const defaultWaitingMax = 4096;
const defaultBusyTimeoutMs = 5000;

/** Opens the embedded store. The event loop never touches SQLite: one thread writes, another reads. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { directory, masterKey, clock = systemClock } = options;
  const { waitingMax = defaultWaitingMax, busyTimeoutMs = defaultBusyTimeoutMs } = options;
  const workerData: StoreWorkerData = { directory, masterKey, busyTimeoutMs };
  let onBroken = options.onBroken;
  const reportBroken = (fault: BrokenStore) => {
    onBroken?.(fault);
    onBroken = undefined;
  };
  // The writer creates and migrates what the reader opens.
  const writer = await WorkerChannel.open<SqliteWrites>({
    workerUrl: new URL('./writer-worker.ts', import.meta.url),
    workerData,
    waitingMax,
    onBroken: reportBroken,
  });
  const reader = await WorkerChannel.open<SqliteReads>({
    workerUrl: new URL('./reader-worker.ts', import.meta.url),
    workerData,
    waitingMax,
    onBroken: reportBroken,
  }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  return {
    ...createEntityStores({ writer, reader }, clock),
    async ping() {
      await Promise.all([writer.call('proveWrite'), reader.call('proveRead')]);
    },
    stopWriting() {
      writer.refuse(new AppError('audit_unavailable', { detail: 'This instance no longer writes records.' }));
    },
    async close() {
      // The last connection to close moves the WAL into the database.
      await reader.close();
      await writer.close();
    },
  };
}
