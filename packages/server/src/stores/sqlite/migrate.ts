import type { DatabaseSync } from 'node:sqlite';
import { schemaMigrations } from './schema-migrations.ts';

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/**
 * Brings the schema up to the newest version, or changes nothing. Migration n leads from version n to n + 1.
 * The version is read under the write lock, so that of two processes that start at once one migrates and one waits.
 */
export function migrate(database: DatabaseSync, migrations: readonly string[] = schemaMigrations): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version > migrations.length) {
      throw new Error(
        `the database has schema ${version}, this release knows ${migrations.length}: run the release that wrote it, or a newer one`,
      );
    }
    for (const sql of migrations.slice(version)) database.exec(sql);
    // Where there is nothing to change nothing is written: a full disk keeps nobody from reading.
    if (version < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
