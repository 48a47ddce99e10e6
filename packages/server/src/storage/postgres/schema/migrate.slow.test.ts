import { waitFor } from '@avow/foundation/testing';
import type { Connection } from '@avow/storage/postgres';
import {
  assertServer,
  installationRole,
  migratePostgres,
  rolesSql,
  tenantRole,
} from '@avow/storage/postgres';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresMigrations } from '../../schema/postgres-schema.ts';

describe('migrate', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const rolesOf = async (url: string) =>
    (await server.ask(url, "SELECT rolname FROM pg_roles WHERE rolname LIKE 'avow%' ORDER BY 1")).map(
      ({ rolname }) => rolname,
    );

  async function ask(url: string, sql: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  // First, while the server has no roles.
  it('creates two databases of one server at the same time, although they share roles', async () => {
    const [one, other] = [await server.newDatabase(), await server.newDatabase()];
    expect(await rolesOf(one)).toEqual([]);
    const first = new Client({ connectionString: one });
    await first.connect();
    await first.query(`BEGIN; ${rolesSql}`);
    const second = migratePostgres(other, postgresMigrations);
    // It sees no role, and waits to create one that the first has created and not committed.
    const blocked = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO %' AND wait_event_type = 'Lock'";
    await waitFor(async () => (await server.ask(one, blocked)).length === 1);
    await first.query('COMMIT');
    await first.end();
    await second;
    await migratePostgres(one, postgresMigrations);
    expect(await rolesOf(other)).toEqual([installationRole, tenantRole]);
    for (const url of [one, other])
      expect(await ask(url, 'SELECT version::int FROM schema_versions')).toEqual([
        { version: postgresMigrations.length },
      ]);
  });

  it('lets several nodes start at the same time, and migrates once', async () => {
    const url = await server.newDatabase();
    const counted = [
      ...postgresMigrations,
      'CREATE TABLE counted (n bigint)',
      'INSERT INTO counted VALUES (1)',
    ];
    await Promise.all(Array.from({ length: 4 }, () => migratePostgres(url, counted)));
    expect(await ask(url, 'SELECT count(*)::int AS count FROM counted')).toEqual([{ count: 1 }]);
    expect(await ask(url, 'SELECT version::int FROM schema_versions')).toEqual([{ version: counted.length }]);
  });

  it('applies only what is new', async () => {
    const url = await server.newDatabase();
    await migratePostgres(url, postgresMigrations);
    await migratePostgres(url, [...postgresMigrations, 'CREATE TABLE added (n bigint)']);
    expect(await ask(url, 'SELECT * FROM added')).toEqual([]);
  });

  it('changes nothing if a migration fails', async () => {
    const url = await server.newDatabase();
    await expect(migratePostgres(url, ['CREATE TABLE half (n bigint)', 'nonsense'])).rejects.toThrow();
    expect(await ask(url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  });

  it('refuses a database from before the first release, and says what to do', async () => {
    const url = await server.newDatabase();
    await ask(url, 'CREATE TABLE avow_schema (version bigint)');
    await expect(migratePostgres(url, postgresMigrations)).rejects.toThrow(
      'from before its first release, which cannot be upgraded: name an empty database',
    );
  });

  it('refuses a schema that a newer release has migrated', async () => {
    const url = await server.newDatabase();
    await migratePostgres(url, [...postgresMigrations, 'SELECT 1']);
    await expect(migratePostgres(url, postgresMigrations)).rejects.toThrow(
      `The database has schema ${postgresMigrations.length + 1}, and this release knows ${postgresMigrations.length}`,
    );
  });

  it('refuses a server older than PostgreSQL 15, and says what to do', async () => {
    const reporting = (version: string) =>
      ({ exec: async () => ({ rows: [{ server_version_num: version }] }) }) as unknown as Connection;
    await expect(assertServer(reporting('140012'))).rejects.toThrow(
      'The database server is older than PostgreSQL 15: use 15 or later.',
    );
    await assertServer(reporting('150000'));
  });

  it('says that the database cannot be reached, without the password', async () => {
    const url = 'postgres://avow:hunter2@127.0.0.1:1/avow';
    const error: Error = await migratePostgres(url, postgresMigrations).then(
      () => new Error('it was reached'),
      (thrown) => thrown,
    );
    expect(error.message).toContain('The database cannot be reached');
    expect(error.message).not.toContain('hunter2');
  });
});
