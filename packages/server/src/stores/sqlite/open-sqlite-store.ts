import type { GoldenStore } from '@avow/evaluation';
import type { Clock } from '@avow/foundation';
import { AppError, systemClock } from '@avow/foundation';
import type { PolicyStore } from '@avow/guardrails';
import type { LogStore } from '@avow/ledger';
import type { AccessStore } from '../../access/access-store.ts';
import type { ContentStore } from '../../content/content-store.ts';
import type { JobStore } from '../../content/jobs/job-store.ts';
import type { FeedbackStore } from '../../feedback/feedback-store.ts';
import type { InsightStore } from '../../insights/insight-store.ts';
import type { RecordStore, RecordUpkeep } from '../../records/record-store.ts';
import type { RetentionStore } from '../../records/retention/retention-store.ts';
import type { WebhookStore } from '../../webhooks/webhook-store.ts';
import { createAccessStore } from '../access/create-access-store.ts';
import type { BrokenStore } from '../broken-store.ts';
import { createContentStore } from '../content/create-content-store.ts';
import { createRetentionStore } from '../erasure/create-retention-store.ts';
import { createFeedbackStore } from '../feedback/create-feedback-store.ts';
import { createGoldenStore } from '../golden/create-golden-store.ts';
import { createInsightStore } from '../insights/create-insight-store.ts';
import { createJobStore } from '../jobs/create-job-store.ts';
import { createLogStore } from '../log/create-log-store.ts';
import { createRecordStore } from '../messages/create-record-store.ts';
import { createRecordUpkeep } from '../messages/create-record-upkeep.ts';
import { createPolicyStore } from '../policies/create-policy-store.ts';
import { createWebhookStore } from '../webhooks/create-webhook-store.ts';
import type { StoreWorkerData } from './open-database.ts';
import type { ReadOperations } from './threads/read-operations.ts';
import { WorkerChannel } from './threads/worker-channel.ts';
import type { WriteOperations } from './threads/write-operations.ts';

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

export interface SqliteStore {
  readonly records: RecordStore;
  readonly log: LogStore;
  readonly upkeep: RecordUpkeep;
  readonly access: AccessStore;
  readonly content: ContentStore;
  readonly jobs: JobStore;
  readonly policies: PolicyStore;
  readonly feedback: FeedbackStore;
  readonly insights: InsightStore;
  readonly golden: GoldenStore;
  readonly retention: RetentionStore;
  readonly webhooks: WebhookStore;
  /** Resolves once a transaction was written and both threads answered; rejects if records cannot be written. */
  ping(): Promise<void>;
  /** Permanently: writes from now on are rejected as `audit_unavailable`. Reads continue. */
  stopWriting(): void;
  /** Every earlier write is committed and answered first. */
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
  const reportBroken = (fault: BrokenStore) => {
    onBroken?.(fault);
    onBroken = undefined;
  };
  // The writer creates and migrates what the reader opens.
  const writer = await WorkerChannel.open<WriteOperations>({
    workerUrl: new URL('./threads/writer-worker.ts', import.meta.url),
    workerData,
    waitingMax,
    onBroken: reportBroken,
  });
  const reader = await WorkerChannel.open<ReadOperations>({
    workerUrl: new URL('./threads/reader-worker.ts', import.meta.url),
    workerData,
    waitingMax,
    onBroken: reportBroken,
  }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });

  const channels = { writer, reader };
  return {
    records: createRecordStore(channels, clock),
    log: createLogStore(channels),
    upkeep: createRecordUpkeep(channels),
    access: createAccessStore(channels),
    content: createContentStore(channels),
    jobs: createJobStore(channels),
    policies: createPolicyStore(channels),
    feedback: createFeedbackStore(channels),
    insights: createInsightStore(channels),
    golden: createGoldenStore(channels),
    retention: createRetentionStore(channels),
    webhooks: createWebhookStore(channels),
    async ping() {
      await Promise.all([writer.call('proveWrite', null), reader.call('proveRead', null)]);
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
