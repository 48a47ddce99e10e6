import { UserError } from '@avow/foundation';
import type { Connection } from '@avow/storage/postgres';
import { withoutValues } from '@avow/storage/postgres';

/** The first release with vectors of 16-bit numbers. */
const versionMin = [0, 7] as const;
const instead = 'Or leave out AVOW_SEARCH, and every node keeps an index of its own.';

/** Creates the extension in this database if it is not there. Throws an error for the operator if it cannot. */
export async function requireVectorExtension(connection: Connection): Promise<void> {
  assertVersion((await versionOf(connection)) ?? (await create(connection)));
}

function assertVersion(installed: string): void {
  const [major = 0, minor = 0] = installed.split('.').map(Number);
  if (major > versionMin[0] || (major === versionMin[0] && minor >= versionMin[1])) return;
  throw new UserError(
    `AVOW_SEARCH=postgres needs the extension pgvector 0.7 or later, and the database has ${installed}. Upgrade it on the database server, then run "ALTER EXTENSION vector UPDATE". ${instead}`,
  );
}

async function versionOf(connection: Connection): Promise<string | null> {
  const { rows } = await connection.exec("SELECT extversion FROM pg_extension WHERE extname = 'vector'");
  return rows[0] === undefined ? null : String(rows[0].extversion);
}

/** Looks without changing anything: the version, or null if a start has to create it. Throws as above. */
export async function inspectVectorExtension(connection: Connection): Promise<string | null> {
  const installed = await versionOf(connection);
  if (installed === null) await assertAvailable(connection);
  else assertVersion(installed);
  return installed;
}

async function assertAvailable(connection: Connection): Promise<void> {
  const { rows } = await connection.exec("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'");
  if (rows.length > 0) return;
  throw new UserError(
    `AVOW_SEARCH=postgres needs the extension pgvector, and the database server does not have it. Install it there (on Debian the package postgresql-NN-pgvector). ${instead}`,
  );
}

async function create(connection: Connection): Promise<string> {
  await assertAvailable(connection);
  try {
    await connection.exec('CREATE EXTENSION IF NOT EXISTS vector');
  } catch (error) {
    throw new UserError(
      `AVOW_SEARCH=postgres needs the extension pgvector, and the user of AVOW_DATABASE_URL may not create it. Run "CREATE EXTENSION vector" in this database as a superuser. ${instead}`,
      { cause: withoutValues(error) },
    );
  }
  return (await versionOf(connection)) ?? '0';
}
