import { UserError } from '@avow/foundation';
import { DatabaseError } from 'pg';
import type { Connection } from '../connection/connection.ts';
import { reachDatabase } from '../connection/reach-database.ts';
import { installationRole, tenantRole } from './roles.ts';

/** 15.0, as `server_version_num` has it. */
const serverVersionMin = 150_000;

/** Any number will do, if nobody else in the database uses it. */
const migrationLock = 4_870_123_977;

/** Parts of the schema, each of which is migrated on its own. */
type SchemaPart = 'records' | 'search';

const createVersions = `CREATE TABLE IF NOT EXISTS schema_versions (
  part text PRIMARY KEY,
  version bigint NOT NULL
)`;
const putVersionSql = `INSERT INTO schema_versions (part, version) VALUES ($1, $2)
  ON CONFLICT (part) DO UPDATE SET version = excluded.version`;

/**
 * Brings the tables of the records up to these migrations, in one transaction: of several nodes that start together one
 * migrates, and the others wait for it. Throws if the server or the schema is one that this release does not know.
 */
export async function migratePostgres(url: string, migrations: readonly string[]): Promise<void> {
  const connection = await reachDatabase(url);
  try {
    await assertServer(connection);
    await bringUpToDate(connection, { part: 'records', migrations });
    await assertRoles(connection);
  } catch (error) {
    throw isForbidden(error) ? forbidden(error) : error;
  } finally {
    await connection.close();
  }
}

interface Schema {
  readonly part: SchemaPart;
  readonly migrations: readonly string[];
}

/** The same for one part of the schema, on a connection of its owner. */
export async function bringUpToDate(connection: Connection, schema: Schema): Promise<void> {
  const version = await readSchemaVersion(connection, schema.part);
  if (version !== schema.migrations.length) await migrateLocked(connection, schema);
}

async function migrateLocked(connection: Connection, { part, migrations }: Schema): Promise<void> {
  await connection.exec('BEGIN');
  // A large table takes its time, and so does another node that migrates one.
  await connection.exec('SET LOCAL statement_timeout = 0');
  await connection.ask('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await connection.exec(createVersions);
  const version = await readSchemaVersion(connection, part);
  assertKnown(version, migrations.length);
  for (const migration of migrations.slice(version)) await connection.exec(migration);
  await connection.ask(putVersionSql, [part, migrations.length]);
  await connection.exec('COMMIT');
}

/** 0: nothing was installed in this database. Throws if its tables were made before the first release. */
export async function readSchemaVersion(
  connection: Connection,
  part: SchemaPart = 'records',
): Promise<number> {
  const { rows: found } = await connection.exec(
    "SELECT to_regclass('schema_versions') IS NOT NULL AS is_there, to_regclass('avow_schema') IS NOT NULL AS is_older",
  );
  if (found[0]?.is_older === true)
    throw new UserError(
      'The database that AVOW_DATABASE_URL names was made by a version of Avow from before its first release, which cannot be upgraded: name an empty database, and load the content again.',
    );
  if (found[0]?.is_there !== true) return 0;
  const { rows } = await connection.exec(`SELECT version FROM schema_versions WHERE part = '${part}'`);
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
