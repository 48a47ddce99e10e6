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

const versionTable = `CREATE TABLE IF NOT EXISTS avow_schema (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO avow_schema (version) VALUES (0) ON CONFLICT DO NOTHING;`;

/**
 * Brings the database to the schema of this release, in one transaction: of several nodes that start together one migrates,
 * and the others wait for it. Throws if the server or the schema is one that this release does not know.
 */
export async function migrate(url: string, known: readonly string[] = migrations): Promise<void> {
  const connection = await reachDatabase(url);
  try {
    await assertServer(connection);
    if ((await readSchemaVersion(connection)) !== known.length) await migrateLocked(connection, known);
    await assertRoles(connection);
  } catch (error) {
    throw isForbidden(error) ? forbidden(error) : error;
  } finally {
    await connection.close();
  }
}

async function migrateLocked(connection: Connection, known: readonly string[]): Promise<void> {
  await connection.exec('BEGIN');
  // A large table takes its time, and so does another node that migrates one.
  await connection.exec('SET LOCAL statement_timeout = 0');
  await connection.query({ sql: 'SELECT pg_advisory_xact_lock($1)', values: [migrationLock] });
  await connection.exec(versionTable);
  const version = await readSchemaVersion(connection);
  assertKnown(version, known.length);
  for (const migration of known.slice(version)) await connection.exec(migration);
  await connection.query({ sql: 'UPDATE avow_schema SET version = $1', values: [known.length] });
  await connection.exec('COMMIT');
}

/** 0: nothing was installed in this database. */
export async function readSchemaVersion(connection: Connection): Promise<number> {
  const { rows: found } = await connection.exec("SELECT to_regclass('avow_schema') IS NOT NULL AS is_there");
  if (found[0]?.is_there !== true) return 0;
  const { rows } = await connection.exec('SELECT version FROM avow_schema');
  return Number(rows[0]?.version ?? 0);
}

/** Every transaction takes one of the roles. */
async function assertRoles(connection: Connection): Promise<void> {
  for (const role of [tenantRole, installationRole]) {
    await connection.exec('BEGIN');
    await connection.query({ sql: "SELECT set_config('role', $1, true)", values: [role] });
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
