import { UserError } from '@avow/foundation';
import { Connection } from '../connection.ts';
import { migrations } from './migrations.ts';

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
  const connection = await Connection.open(url).catch((error: unknown) => {
    throw new UserError(`The database cannot be reached: ${reasonOf(error)}`, { cause: error });
  });
  try {
    await assertServer(connection);
    await connection.exec('BEGIN');
    await connection.query({ sql: 'SELECT pg_advisory_xact_lock($1)', values: [migrationLock] });
    await connection.exec(versionTable);
    const { rows } = await connection.exec('SELECT version FROM avow_schema');
    const version = Number(rows[0]?.version);
    assertKnown(version, known.length);
    for (const migration of known.slice(version)) await connection.exec(migration);
    await connection.query({ sql: 'UPDATE avow_schema SET version = $1', values: [known.length] });
    await connection.exec('COMMIT');
  } finally {
    await connection.close();
  }
}

async function assertServer(connection: Connection): Promise<void> {
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

/** Without the address, which may contain a password. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'unknown';
}
