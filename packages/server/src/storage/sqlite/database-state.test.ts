import { symlinkSync } from 'node:fs';
import { newFolder, temporaryFolder } from '@avow/storage/testing';
import { databasePath, migrateSqlite, openForWriting } from '@avow/storage/threads';
import { afterAll, expect, it } from 'vitest';
import { sqliteMigrations } from '../schema/sqlite-schema.ts';
import { dataVersion, hasDatabase, isOutdated, knownDataVersion } from './database-state.ts';

const folder = newFolder();
afterAll(() => folder.remove());

it('distinguishes a database that cannot be read from a missing one', () => {
  expect(hasDatabase(folder.path)).toBe(false);
  // As root every folder may be entered: a link to itself cannot be looked at by anybody.
  symlinkSync(databasePath(folder.path), databasePath(folder.path));
  expect(() => hasDatabase(folder.path)).toThrow('ELOOP');
});

const open = (directory: string) => openForWriting({ directory, busyTimeoutMs: 1000 });

it('says whether opening would migrate a database', () => {
  const directory = temporaryFolder();
  expect(isOutdated(directory)).toBe(false);
  const database = open(directory);
  migrateSqlite(database, sqliteMigrations);
  database.close();
  expect(dataVersion(directory)).toBe(knownDataVersion);
  expect([isOutdated(directory), isOutdated(directory, knownDataVersion + 1)]).toEqual([false, true]);
});

it('refuses a database from before the first release, and says what to do', () => {
  const directory = temporaryFolder();
  const database = open(directory);
  // Versions counted from 1 before, too.
  database.exec('CREATE TABLE tenants (tenant_id TEXT); PRAGMA user_version = 1');
  const refused =
    'from before its first release, which cannot be upgraded: set AVOW_DATA_DIR to an empty folder';
  expect(() => migrateSqlite(database, sqliteMigrations)).toThrow(refused);
  database.close();
  expect(() => dataVersion(directory)).toThrow(refused);
});
