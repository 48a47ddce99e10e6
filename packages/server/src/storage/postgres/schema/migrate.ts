import { UserError } from '@avow/foundation';
import { DatabaseError } from 'pg';
import type { Connection } from '../connection.ts';
import { reachDatabase } from '../reach-database.ts';
import { migrations } from './migrations.ts';
import { installationRole, tenantRole } from './roles.ts';

/** 15.0, as `server_version_num` has it. */
const serverVersionMin = 150_000;

/** Any number will do, if nobody else in the database uses it. */
const migrationLock = 4_870_123_977;

/** What is migrated on its own has a table of its own for its version. */
type VersionTable = 'avow_schema' | 'search_schema';

const createVersionTable = (table: VersionTable) => `CREATE TABLE IF NOT EXISTS ${table} (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO ${table} (version) VALUES (0) ON CONFLICT DO NOTHING;`;

/**
 * Brings the database to the schema of this release, in one transaction: of several nodes that start together one migrates,
 * and the others wait for it. Throws if the server or the schema is one that this release does not know.
 */
export async function migrate(url: string, known: readonly string[] = migrations): Promise<void> {
  const connection = await reachDatabase(url);
  try {
    await assertServer(connection);
    await bringUpToDate(connection, { table: 'avow_schema', known });
    await assertRoles(connection);
  } catch (error) {
    throw isForbidden(error) ? forbidden(error) : error;
  } finally {
    await connection.close();
  }
}

interface Schema {
  readonly table: VersionTable;
  readonly known: readonly string[];
}

/** The same for one part of the schema, on a connection of its owner. */
export async function bringUpToDate(connection: Connection, schema: Schema): Promise<void> {
  const version = await readSchemaVersion(connection, schema.table);
  if (version !== schema.known.length) await migrateLocked(connection, schema);
}

async function migrateLocked(connection: Connection, { table, known }: Schema): Promise<void> {
  await connection.exec('BEGIN');
  // A large table takes its time, and so does another node that migrates one.
  await connection.exec('SET LOCAL statement_timeout = 0');
  await connection.ask('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await connection.exec(createVersionTable(table));
  const version = await readSchemaVersion(connection, table);
  assertKnown(version, known.length);
  for (const migration of known.slice(version)) await connection.exec(migration);
  await connection.ask(`UPDATE ${table} SET version = $1`, [known.length]);
  await connection.exec('COMMIT');
}

/** 0: nothing was installed in this database. */
export async function readSchemaVersion(
  connection: Connection,
  table: VersionTable = 'avow_schema',
): Promise<number> {
  const { rows: found } = await connection.exec(`SELECT to_regclass('${table}') IS NOT NULL AS is_there`);
  if (found[0]?.is_there !== true) return 0;
  const { rows } = await connection.exec(`SELECT version FROM ${table}`);
  return Number(rows[0]?.version ?? 0);
}

/** Every transaction takes one of the roles. */
async function assertRoles(connection: Connection): Promise<void> {
  for (const role of [tenantRole, installationRole]) {
    await connection.exec('BEGIN');
    await connection.ask("SELECT set_config('role', $1, true)", [role]);
    await connection.exec('ROLLBACK');
  }
}

/** `insufficient_privilege`, or a role that does not exist. */
const forbiddenCodes = ['42501', '22023'];

const isForbidden = (error: unknown) =>
  error instanceof DatabaseError && forbiddenCodes.includes(error.code ?? '');

function forbidden(cause: unknown): UserError {
  return new UserError(
    `The user of AVOW_DATABASE_URL may not use this database as Avow needs it. The first start creates tables and the roles ${tenantRole} and ${installationRole}, which needs CREATE on the database and CREATEROLE; afterwards, connect as the same user, or as one that is a member of it and of both roles.`,
    { cause },
  );
}

export async function assertServer(connection: Connection): Promise<void> {
  const { rows } = await connection.exec('SHOW server_version_num');
  if (Number(rows[0]?.server_version_num) >= serverVersionMin) return;
  throw new UserError('The database server is older than PostgreSQL 15: use 15 or later.');
}

function assertKnown(version: number, knownMax: number): void {
  if (version <= knownMax) return;
  throw new UserError(
    `The database has schema ${version}, and this release knows ${knownMax}: it was migrated by a newer release. Start that release instead.`,
  );
}
