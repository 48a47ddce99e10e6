/**
 * PostgreSQL: connections, transactions, channels that run operations, and the schema. What nodes agree by is
 * at `@avow/storage/nodes`.
 */

// Connections and transactions.

export { BlockingConnection, runBlocking } from './postgres/blocking/blocking-connection.ts';
export type { BlockingStatement } from './postgres/blocking/blocking-protocol.ts';
export { Connection } from './postgres/connection/connection.ts';
export { ConnectionPool } from './postgres/connection/connection-pool.ts';
export { isUnavailable, toAppError, withoutValues } from './postgres/connection/postgres-faults.ts';
export { reachDatabase, reasonOf } from './postgres/connection/reach-database.ts';
export { shownFences } from './postgres/transactions/fences.ts';
export { createPostgresStatements } from './postgres/transactions/postgres-statements.ts';
export { readOnce, writeOnce } from './postgres/transactions/transactions.ts';

// Channels that run operations.

export { ReadChannel } from './postgres/channels/read-channel.ts';
export { type ApartCalls, WriteChannel, type WritesWaiting } from './postgres/channels/write-channel.ts';

// The schema.

export {
  assertServer,
  bringUpToDate,
  migratePostgres,
  readSchemaVersion,
} from './postgres/schema/migrate.ts';
export { installationRole, rolesSql, tenantRole } from './postgres/schema/roles.ts';
export { createSecured, securedSql } from './postgres/schema/row-security.ts';
export { withTypes } from './postgres/schema/with-types.ts';
