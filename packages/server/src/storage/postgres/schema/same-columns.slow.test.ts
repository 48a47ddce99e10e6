import { DatabaseSync } from 'node:sqlite';
import { migratePostgres } from '@avow/storage/postgres';
import { startPostgres } from '@avow/storage/testing';
import { migrateSqlite } from '@avow/storage/threads';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { postgresMigrations } from '../../schema/postgres-schema.ts';
import { sqliteMigrations } from '../../schema/sqlite-schema.ts';

/** SQLite finds these by their numbers alone. */
const ownedOnPostgres = ['document_texts', 'lasting_secrets', 'record_contents', 'record_secrets'];

/** A database that only one process serves from, beside its keys, needs none of these. */
const onlyOnPostgres = [
  'announcement_answers',
  'announcements',
  'schema_versions',
  'crash_epoch',
  'index_files',
  'index_pieces',
  'index_versions',
  'installation_keys',
  'leases',
  'nodes',
  'settings_version',
  'shared_rates',
];

function readSqlite(): string[] {
  const database = new DatabaseSync(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const rows = database
    .prepare(
      `SELECT tables.name || '.' || columns.name AS name
       FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name <> 'sqlite_sequence'`,
    )
    .all();
  database.close();
  return rows.map(({ name }) => String(name));
}

async function readPostgres(): Promise<string[]> {
  const server = await startPostgres();
  const url = await server.newDatabase();
  await migratePostgres(url, postgresMigrations);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> ALL ($1)`,
    [onlyOnPostgres],
  );
  await client.end();
  await server.stop();
  return rows.map(({ name }) => String(name));
}

it('has the same tables and columns on both engines', async () => {
  const expected = [...readSqlite(), ...ownedOnPostgres.map((table) => `${table}.tenant_id`)];
  expect((await readPostgres()).toSorted()).toEqual(expected.toSorted());
});
