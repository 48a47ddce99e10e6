import type { DatabaseSync } from 'node:sqlite';
import { type Migration, schemaMigrations } from './schema-migrations.ts';

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/**
 * Brings the schema up to the newest version, or changes nothing. Migration n leads from version n to n + 1.
 * The version is read under the write lock, so that of two processes that start together one migrates and one waits.
 */
export function migrate(
  database: DatabaseSync,
  masterKey: Uint8Array,
  migrations: readonly Migration[] = schemaMigrations,
): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version > migrations.length) {
      throw new Error(
        `the database has schema ${version}, this release knows ${migrations.length}: run the release that wrote it, or a newer one`,
      );
    }
    for (const migration of migrations.slice(version)) {
      if (typeof migration === 'string') database.exec(migration);
      else migration(database, masterKey);
    }
    if (version > 0 && version < firstSealedVersion && migrations.length >= firstSealedVersion)
      database.exec(`CREATE TABLE ${unclearedTable} (id INTEGER) STRICT`);
    // If there is nothing to change, nothing is written, so that a full disk can still be read.
    if (version < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
  clearFile(database);
}

const firstSealedVersion = 6;

/** A table that exists while unused parts of the file may contain text from before it was encrypted. */
const unclearedTable = 'uncleared';

/** If it fails, for example without room for a second file of the same size, the next start retries. The WAL is emptied by every sweep. */
function clearFile(database: DatabaseSync): void {
  const find = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  if (find.get(unclearedTable) === undefined) return;
  database.exec(`VACUUM; DROP TABLE IF EXISTS ${unclearedTable}; PRAGMA wal_checkpoint(TRUNCATE)`);
}
