import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@avow/foundation';

/** "AVOW": what a released version has written says so. */
const applicationId = 0x41_56_4f_57;

const readPragma = (database: DatabaseSync, name: string) =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);

/** The version of the tables; 0: there are none. Throws if they were written before the first release. */
export function readDatabaseVersion(database: DatabaseSync): number {
  const version = readPragma(database, 'user_version');
  if (version === 0 || readPragma(database, 'application_id') === applicationId) return version;
  throw new UserError(
    'The database was written by a version of Avow from before its first release, which cannot be upgraded: set AVOW_DATA_DIR to an empty folder, and load the content again.',
  );
}

/**
 * Brings the schema up to the newest version, or changes nothing. Migration n leads from version n to n + 1.
 * The version is read under the write lock, so that of two processes that start together one migrates and one waits.
 */
export function migrateSqlite(database: DatabaseSync, migrations: readonly string[]): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readDatabaseVersion(database);
    if (version > migrations.length) {
      throw new Error(
        `the database has schema ${version}, this release knows ${migrations.length}: run the release that wrote it, or a newer one`,
      );
    }
    for (const migration of migrations.slice(version)) database.exec(migration);
    // If there is nothing to change, nothing is written, so that a full disk can still be read.
    if (version < migrations.length)
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
