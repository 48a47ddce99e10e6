import type { GoldenStore } from '@avow/evaluation';
import type { Clock } from '@avow/foundation';
import { AppError, systemClock, UserError } from '@avow/foundation';
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
import { createContentStore } from '../content/create-content-store.ts';
import { createRetentionStore } from '../erasure/create-retention-store.ts';
import { createFeedbackStore } from '../feedback/create-feedback-store.ts';
import { createGoldenStore } from '../golden/create-golden-store.ts';
import { createInsightStore } from '../insights/create-insight-store.ts';
import { createJobStore } from '../jobs/create-job-store.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { createLogStore } from '../log/create-log-store.ts';
import { LogAppends } from '../log/log-appends.ts';
import { createRecordStore } from '../messages/create-record-store.ts';
import { createRecordUpkeep } from '../messages/create-record-upkeep.ts';
import { createPolicyStore } from '../policies/create-policy-store.ts';
import { createReadOperations } from '../sql/read-operations.ts';
import type { Statements } from '../sql/statements.ts';
import { createWriteOperations } from '../sql/write-operations.ts';
import { createWebhookStore } from '../webhooks/create-webhook-store.ts';
import { createPostgresStatements } from './postgres-statements.ts';
import { ReadChannel } from './read-channel.ts';
import { migrate } from './schema/migrate.ts';
import { WriteChannel } from './write-channel.ts';

export interface PostgresStoreOptions {
  /** As `postgres://user@host/database`. */
  readonly url: string;
  /** 32 bytes: the keys of tenants are wrapped under it. */
  readonly masterKey: Uint8Array;
  readonly clock?: Clock;
  /** Connections that write, and separately those that read. */
  readonly connections?: number;
  /** Limit of queued writes, and separately of queued reads; beyond it a call is rejected as `overloaded`. */
  readonly waitingMax?: number;
}

/** The same stores as on SQLite. */
export interface PostgresStore {
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
  /** Resolves once a transaction was written and another has read; rejects if records cannot be written. */
  ping(): Promise<void>;
  /** Permanently: writes from now on are rejected as `audit_unavailable`. Reads continue. */
  stopWriting(): void;
  /** Every earlier write is committed and answered first. */
  close(): Promise<void>;
}

const defaultConnections = 8;
const defaultWaitingMax = 4096;

/** A transaction keeps keys that it made and logs that it grew until it ends. */
function createWriteState(statements: Statements, masterKey: Uint8Array) {
  const keys = new KeyRing(statements, masterKey);
  const log = new LogAppends(statements);
  const prove = statements.change('UPDATE write_proof SET written = written + 1');
  return {
    operations: {
      ...createWriteOperations(statements, { keys, log, onTextRemoved: () => undefined }),
      proveWrite: (_: null) => prove.put(),
    },
    beforeCommit: () => log.write(),
    after() {
      log.discard();
      keys.discardFresh();
    },
  };
}

/** Opens a store on a database that any number of nodes share, and brings its schema up to date. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, masterKey, clock = systemClock } = options;
  const { connections = defaultConnections, waitingMax = defaultWaitingMax } = options;
  await migrate(url);
  const statements = createPostgresStatements();
  const common = { url, connections, waitingMax };
  const createState = () => createWriteState(statements, masterKey);
  const createOperations = () => createReadOperations(statements, new KeyRing(statements, masterKey));
  const channels = {
    writer: new WriteChannel({ ...common, createState }),
    reader: new ReadChannel({ ...common, createOperations }),
  };
  const close = async () => {
    await Promise.all([channels.reader.close(), channels.writer.close()]);
  };
  await channels.reader.call('proveKeys', null).catch(async (error: unknown) => {
    await close();
    throw new UserError(`The records cannot be opened: ${reasonOf(error)}`, { cause: error });
  });
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
      await Promise.all([channels.writer.call('proveWrite', null), channels.reader.call('proveKeys', null)]);
    },
    stopWriting() {
      channels.writer.refuse(
        new AppError('audit_unavailable', { detail: 'This instance no longer writes records.' }),
      );
    },
    close,
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'unknown';
}
