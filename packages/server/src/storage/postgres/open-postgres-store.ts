import type { Clock } from '@avow/foundation';
import { AppError, systemClock, UserError } from '@avow/foundation';
import type { Statements } from '@avow/storage';
import { claimKeys, type SharedKey } from '@avow/storage/nodes';
import {
  type ApartCalls,
  createPostgresStatements,
  migratePostgres,
  ReadChannel,
  reasonOf,
  WriteChannel,
  type WritesWaiting,
} from '@avow/storage/postgres';
import { KeyRing } from '@avow/storage/sealing';
import { growOnServer } from '../../features/log/store/grow-on-server.ts';
import { LogAppends } from '../../features/log/store/log-appends.ts';
import type { EndRows } from '../../features/records/store/message-rows.ts';
import { createEntityStores } from '../create-entity-stores.ts';
import { createReadOperations } from '../read-operations.ts';
import { postgresMigrations } from '../schema/postgres-schema.ts';
import { recordTables } from '../schema/record-tables.ts';
import type { Store } from '../store.ts';
import { createWriteOperations, type WriteOperations } from '../write-operations.ts';

export interface PostgresStoreOptions {
  /** As `postgres://user@host/database`. */
  readonly url: string;
  /** 32 bytes: the keys of tenants are wrapped under it. */
  readonly masterKey: Uint8Array;
  /** All keys of this node, which are refused if those of the installation are others. Omitted: only the master key is tried. */
  readonly keys?: readonly SharedKey[];
  /** Of this process, if others answer messages from the same database. */
  readonly nodeId?: string;
  readonly clock?: Clock;
  /** Connections that write, and separately those that read. */
  readonly connections?: number;
  /** Limit of queued writes, and separately of queued reads; beyond it a call is rejected as `overloaded`. */
  readonly waitingMax?: number;
}

const defaultConnections = 8;
const defaultWaitingMax = 4096;

/** A transaction keeps keys that it made and logs that it grew until it ends. */
function createWriteState(
  statements: Statements,
  keys: KeyRing,
  { nodeId }: Pick<PostgresStoreOptions, 'nodeId'>,
) {
  const log = new LogAppends(statements, growOnServer(statements), keys);
  let mayAssume = true;
  const prove = statements.change('UPDATE write_proof SET written = written + 1');
  return {
    operations: {
      ...createWriteOperations(statements, {
        ...{ keys, log, onTextRemoved: () => undefined, mayAssume: () => mayAssume },
        ...(nodeId === undefined ? {} : { nodeId }),
      }),
      proveWrite: () => prove.put(),
    },
    assume(may: boolean) {
      mayAssume = may;
    },
    beforeCommit: () => log.write(),
    after() {
      log.discard();
      keys.discardFresh();
    },
  };
}

export interface PostgresStore extends Store {
  /** Changes with everything that queries depend on and that seldom changes. */
  readSettingsVersion(): Promise<string>;
  /** Writes that were not answered yet. */
  writesWaiting(): WritesWaiting;
}

function createOperations(statements: Statements, keys: KeyRing) {
  const version = statements.read<{ readonly version: string }>('SELECT version FROM settings_version');
  return {
    ...createReadOperations(statements, keys),
    readSettingsVersion: () => version.first(),
  };
}

/** Opens a store on a database that any number of nodes share, and brings its schema up to date. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, masterKey, clock = systemClock } = options;
  const { connections = defaultConnections, waitingMax = defaultWaitingMax } = options;
  await migratePostgres(url, postgresMigrations);
  if (options.keys !== undefined) await claimKeys(url, options.keys);
  const statements = createPostgresStatements();
  const common = { url, connections, waitingMax };
  /** Every connection reads what it needs within its own transaction; what one has read, all know. */
  const storedKeys = new Map<string, Buffer>();
  const createKeys = () => new KeyRing(statements, masterKey, storedKeys);
  const createState = () => createWriteState(statements, createKeys(), options);
  const channels = {
    writer: new WriteChannel({
      ...{ ...common, createState, apart: messageCalls },
      tables: recordTables.map(({ name }) => name),
    }),
    reader: new ReadChannel({
      ...common,
      createOperations: () => createOperations(statements, createKeys()),
    }),
  };
  const close = async () => {
    await Promise.all([channels.reader.close(), channels.writer.close()]);
  };
  await channels.reader.call('proveKeys').catch(async (error: unknown) => {
    await close();
    throw new UserError(`The records cannot be opened: ${reasonOf(error)}`, { cause: error });
  });
  return {
    ...createEntityStores(channels, clock),
    async readSettingsVersion() {
      const found = await channels.reader.call('readSettingsVersion');
      if (found === null) throw new AppError('internal', { cause: new Error('settings have no version') });
      return found.version;
    },
    writesWaiting: () => channels.writer.waiting(),
    async ping() {
      await Promise.all([channels.writer.call('proveWrite'), channels.reader.call('proveKeys')]);
    },
    stopWriting() {
      channels.writer.refuse(
        new AppError('audit_unavailable', { detail: 'This instance no longer writes records.' }),
      );
    },
    close,
  };
}

type Subjects = {
  readonly [Name in keyof WriteOperations]?: (...args: Parameters<WriteOperations[Name]>) => string;
};

/** Those of new messages can be repeated: they find out whether they were committed before. */
const messageCalls: ApartCalls = {
  subjects: {
    takeKey: (_tenantId, { messageId }) => messageId,
    admitMessage: ({ message }) => message.clear.message_id,
    finishMessage: ({ message }) => message.clear.message_id,
  } satisfies Subjects,
  canRepeat: (name, [rows]) => name !== 'finishMessage' || (rows as EndRows).isNew,
};
