import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '@avow/foundation';
import { databasePath, readDatabaseVersion } from '@avow/storage/threads';
import { sqliteMigrations } from '../schema/sqlite-schema.ts';

/** Throws if this user has no access, which is not the same as no database. */
export function hasDatabase(directory: string): boolean {
  return statSync(databasePath(directory), { throwIfNoEntry: false }) !== undefined;
}

function look<Found>(directory: string, work: (database: DatabaseSync) => Found): Found | null {
  if (!hasDatabase(directory)) return null;
  try {
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    try {
      return work(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `The records in ${directory} cannot be opened (${cause}). Even reading them needs a folder that this user can write to: where there is none, use a copy of it.`,
      { cause: error },
    );
  }
}

const hasTable = (database: DatabaseSync, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** Whether records here are sealed under a master key, so that another key would be useless. */
export function hasTenantKeys(directory: string): boolean {
  const found = look(
    directory,
    (database) =>
      hasTable(database, 'tenant_keys') &&
      database.prepare('SELECT 1 FROM tenant_keys LIMIT 1').get() !== undefined,
  );
  return found === true;
}

/** For callers that read tables without migrating them first. */
export function assertUpToDate(database: DatabaseSync): void {
  const version = readDatabaseVersion(database);
  if (version === sqliteMigrations.length) return;
  throw new UserError(
    `The records have schema ${version}, and this release reads ${sqliteMigrations.length}: start the service once to bring them up to date, or run the release that wrote them.`,
  );
}

/** The version of the tables that this release reads and writes. */
export const knownDataVersion = sqliteMigrations.length;

/** The version of the tables here; null: there is no database. */
export function dataVersion(directory: string): number | null {
  return look(directory, readDatabaseVersion);
}

/** Whether there is a database here that opening would migrate. */
export function isOutdated(directory: string, known = knownDataVersion): boolean {
  const version = dataVersion(directory);
  return version !== null && version > 0 && version < known;
}
