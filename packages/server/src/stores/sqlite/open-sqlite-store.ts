import { type Clock, systemClock } from '../../clock/clock.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AccessStore } from '../../interfaces/access-store.ts';
import type { BrokenStore } from '../../interfaces/broken-store.ts';
import type { ForgettingStore } from '../../interfaces/forgetting-store.ts';
import type { GoldenStore } from '../../interfaces/golden-store.ts';
import type { InsightStore } from '../../interfaces/insight-store.ts';
import type { JobStore } from '../../interfaces/job-store.ts';
import type { KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import type { LearningStore } from '../../interfaces/learning-store.ts';
import type { LogStore } from '../../interfaces/log-store.ts';
import type { PolicyStore } from '../../interfaces/policy-store.ts';
import type { RecordStore, RecordUpkeep } from '../../interfaces/record-store.ts';
import type { StoreWorkerData } from './open-database.ts';
import type { ReadOperations } from './read-operations.ts';
import { createSqliteAccessStore } from './sqlite-access-store.ts';
import { createSqliteForgettingStore } from './sqlite-forgetting-store.ts';
import { createSqliteGoldenStore } from './sqlite-golden-store.ts';
import { createSqliteInsightStore } from './sqlite-insight-store.ts';
import { createSqliteJobStore } from './sqlite-job-store.ts';
import { createSqliteKnowledgeStore } from './sqlite-knowledge-store.ts';
import { createSqliteLearningStore } from './sqlite-learning-store.ts';
import { createSqliteLogStore } from './sqlite-log-store.ts';
import { createSqlitePolicyStore } from './sqlite-policy-store.ts';
import { createSqliteRecordStore } from './sqlite-record-store.ts';
import { createSqliteRecordUpkeep } from './sqlite-record-upkeep.ts';
import { WorkerChannel } from './worker-channel.ts';
import type { WriteOperations } from './write-operations.ts';

export interface SqliteStoreOptions {
  /** Where the database lies; made for its owner alone if it is not there. */
  readonly directory: string;
  /** 32 bytes: the keys of tenants are wrapped under it. */
  readonly masterKey: Uint8Array;
  readonly clock?: Clock;
  /** Writes, and apart from them reads, that may wait; beyond it a call is refused as `overloaded`. */
  readonly waitingMax?: number;
  /** How long a write waits for another process that writes. */
  readonly busyTimeoutMs?: number;
  /** Called once, when the disk has failed or a thread has died: from then on only a new process can keep records. */
  readonly onBroken?: ((fault: BrokenStore) => void) | undefined;
}

export interface SqliteStore {
  readonly records: RecordStore;
  readonly log: LogStore;
  readonly upkeep: RecordUpkeep;
  readonly access: AccessStore;
  readonly knowledge: KnowledgeStore;
  readonly jobs: JobStore;
  readonly policies: PolicyStore;
  readonly learning: LearningStore;
  readonly insights: InsightStore;
  readonly golden: GoldenStore;
  readonly forgetting: ForgettingStore;
  /** Resolves once a transaction was written, and both threads answered; rejects where records could not be kept. */
  ping(): Promise<void>;
  /** For good: whatever would be written from now on is refused as `audit_unavailable`. Reading goes on. */
  stopWriting(): void;
  /** Every write asked for before is committed and answered first. */
  close(): Promise<void>;
}

const defaultWaitingMax = 4096;
const defaultBusyTimeoutMs = 5000;

/** Opens the embedded store. The event loop never touches SQLite: one thread writes, another reads. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { directory, masterKey, clock = systemClock } = options;
  const { waitingMax = defaultWaitingMax, busyTimeoutMs = defaultBusyTimeoutMs } = options;
  const workerData: StoreWorkerData = { directory, masterKey, busyTimeoutMs };
  let onBroken = options.onBroken;
  const tellBroken = (fault: BrokenStore) => {
    onBroken?.(fault);
    onBroken = undefined;
  };
  // The writer creates and migrates what the reader opens.
  const writer = await WorkerChannel.open<WriteOperations>({
    workerUrl: new URL('./writer-worker.ts', import.meta.url),
    workerData,
    waitingMax,
    onBroken: tellBroken,
  });
  const reader = await WorkerChannel.open<ReadOperations>({
    workerUrl: new URL('./reader-worker.ts', import.meta.url),
    workerData,
    waitingMax,
    onBroken: tellBroken,
  }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  const channels = { writer, reader };
  return {
    records: createSqliteRecordStore(channels, clock),
    log: createSqliteLogStore(channels),
    upkeep: createSqliteRecordUpkeep(channels),
    access: createSqliteAccessStore(channels),
    knowledge: createSqliteKnowledgeStore(channels),
    jobs: createSqliteJobStore(channels),
    policies: createSqlitePolicyStore(channels),
    learning: createSqliteLearningStore(channels),
    insights: createSqliteInsightStore(channels),
    golden: createSqliteGoldenStore(channels),
    forgetting: createSqliteForgettingStore(channels),
    async ping() {
      await Promise.all([writer.call('proveWrite', null), reader.call('proveRead', null)]);
    },
    stopWriting() {
      writer.refuse(new AppError('audit_unavailable', { detail: 'Records are no longer written here.' }));
    },
    async close() {
      // The last connection to close moves the WAL into the database.
      await reader.close();
      await writer.close();
    },
  };
}
