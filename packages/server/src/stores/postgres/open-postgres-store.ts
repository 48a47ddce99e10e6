import { AppError } from '@avow/foundation';
import type { PolicyStore } from '@avow/guardrails';
import type { AccessStore } from '../../access/access-store.ts';
import { createAccessStore } from '../access/create-access-store.ts';
import { createPolicyStore } from '../policies/create-policy-store.ts';
import { done } from '../sql/operation.ts';
import { createReadOperations } from '../sql/read-operations.ts';
import { createWriteOperations } from '../sql/write-operations.ts';
import { postgresStatements } from './postgres-statements.ts';
import { ReadChannel } from './read-channel.ts';
import { migrate } from './schema/migrate.ts';
import { WriteChannel } from './write-channel.ts';

export interface PostgresStoreOptions {
  /** As `postgres://user@host/database`. */
  readonly url: string;
  /** Connections that write, and separately those that read. */
  readonly connections?: number;
  /** Limit of queued writes, and separately of queued reads; beyond it a call is rejected as `overloaded`. */
  readonly waitingMax?: number;
}

/** The stores that run on PostgreSQL so far. */
export interface PostgresStore {
  readonly access: AccessStore;
  readonly policies: PolicyStore;
  /** Permanently: writes from now on are rejected as `audit_unavailable`. Reads continue. */
  stopWriting(): void;
  /** Every earlier write is committed and answered first. */
  close(): Promise<void>;
}

const defaultConnections = 8;
const defaultWaitingMax = 4096;

/** Opens a store on a database that any number of nodes share, and brings its schema up to date. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, connections = defaultConnections, waitingMax = defaultWaitingMax } = options;
  await migrate(url);
  const common = { url, connections, waitingMax };
  const writer = new WriteChannel({
    ...common,
    createState: () => ({
      operations: createWriteOperations(postgresStatements),
      beforeCommit: () => done(undefined),
      after: () => undefined,
    }),
  });
  const reader = new ReadChannel({
    ...common,
    createOperations: () => createReadOperations(postgresStatements),
  });
  const channels = { writer, reader };
  return {
    access: createAccessStore(channels),
    policies: createPolicyStore(channels),
    stopWriting() {
      writer.refuse(new AppError('audit_unavailable', { detail: 'This instance no longer writes records.' }));
    },
    async close() {
      await Promise.all([reader.close(), writer.close()]);
    },
  };
}
