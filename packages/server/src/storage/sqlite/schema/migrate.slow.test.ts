import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '@avow/foundation';
import { temporaryFolder } from '@avow/storage/testing';
import { databasePath, migrateSqlite, openForWriting } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { sqliteMigrations } from '../../schema/sqlite-schema.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';
import { runProcess } from '../test-support/run-process.ts';

function versionOf(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA user_version').get()?.['user_version'];
}

function schemaOf(database: DatabaseSync): unknown[] {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
}

describe('migrate', () => {
  it('creates the newest schema from an empty database', () => {
    const database = new DatabaseSync(':memory:');
    migrateSqlite(database, sqliteMigrations);
    expect(versionOf(database)).toBe(sqliteMigrations.length);
    const tables = database.prepare('PRAGMA table_list').all();
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'tenants',
        'api_keys',
        'threads',
        'messages',
        'idempotency',
        'outbox',
        'packs',
      ]),
    );
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  it('writes nothing if there is nothing to change, so that a full disk can be read', () => {
    const directory = temporaryFolder();
    const database = openForWriting({ directory, busyTimeoutMs: 0 });
    migrateSqlite(database, sqliteMigrations);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    migrateSqlite(database, sqliteMigrations);
    expect(statSync(`${databasePath(directory)}-wal`).size).toBe(0);
    database.close();
  });

  it('changes nothing the second time', () => {
    const database = new DatabaseSync(':memory:');
    migrateSqlite(database, sqliteMigrations);
    const before = schemaOf(database);
    migrateSqlite(database, sqliteMigrations);
    expect(schemaOf(database)).toEqual(before);
  });

  it('applies only what is missing', () => {
    const database = new DatabaseSync(':memory:');
    const first = 'CREATE TABLE one (a); INSERT INTO one VALUES (1)';
    migrateSqlite(database, [first]);
    migrateSqlite(database, [first, 'ALTER TABLE one ADD COLUMN b; UPDATE one SET b = a + 1']);
    expect(database.prepare('SELECT * FROM one').all()).toEqual([{ a: 1, b: 2 }]);
    expect(versionOf(database)).toBe(2);
  });

  it('applies all or nothing', () => {
    const database = new DatabaseSync(':memory:');
    expect(() => migrateSqlite(database, ['CREATE TABLE one (a)', 'CREATE TABLE one (a)'])).toThrow(
      /already exists/,
    );
    expect(schemaOf(database)).toEqual([]);
    expect(versionOf(database)).toBe(0);
  });

  it('refuses a database that a newer release wrote', async () => {
    const directory = temporaryFolder();
    await (await openSqliteStore({ masterKey: sampleMasterKey, directory })).close();
    const database = new DatabaseSync(databasePath(directory));
    const newer = sqliteMigrations.length + 1;
    database.exec(`PRAGMA user_version = ${newer}`);
    database.close();
    const opening = openSqliteStore({ masterKey: sampleMasterKey, directory });
    await expect(opening).rejects.toThrow(UserError);
    await expect(opening).rejects.toThrow(`the database has schema ${newer}`);
  });

  it('waits for another process that is migrating, and then does nothing', async () => {
    const directory = temporaryFolder();
    const database = openForWriting({ directory, busyTimeoutMs: 5000 });
    const other = runProcess({ file: 'migrate-slowly.ts', directory });
    expect(await other.nextLine()).toBe('migrating');
    migrateSqlite(database, sqliteMigrations);
    expect(versionOf(database)).toBe(sqliteMigrations.length);
    database.close();
    await other.ended();
  });

  it('lets several processes open a new folder at once', async () => {
    const directory = temporaryFolder();
    const processes = Array.from({ length: 3 }, () => runProcess({ file: 'open-and-write.ts', directory }));
    const tenantIds = await Promise.all(processes.map((process) => process.nextLine()));
    // A second line is a record: every one of them writes while the others do.
    const messageIds = await Promise.all(processes.map((process) => process.nextLine()));
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map((process) => process.ended()));
    expect(tenantIds).toEqual(tenantIds.map(() => expect.stringMatching(/^ten_/)));
    expect(messageIds).toEqual(messageIds.map(() => expect.stringMatching(/^msg_/)));
  });
});
