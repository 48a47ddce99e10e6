import {
  migratePostgres,
  openPostgresSearch,
  postgresMigrations,
  reachDatabase,
} from '@avow/server/testing/inner';
import type { SearchEngine } from '../search-engine.ts';
import { engineOn, fillSearch } from './avow.ts';

/** An empty database with pgvector, whose owner may create roles. What is in its search tables is removed. */
function databaseUrl(): string {
  const url = process.env['SEARCH_DATABASE_URL'];
  if (url === undefined) throw new Error('name an empty database with pgvector in SEARCH_DATABASE_URL');
  return url;
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await reachDatabase(databaseUrl());
  try {
    return (await connection.exec(sql)).rows;
  } finally {
    await connection.close();
  }
}

const sizeSql = `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
WHERE relkind = 'r' AND relname LIKE 'search_%'`;

export const avowPostgres: SearchEngine = {
  settings:
    'as it comes, on the server that SEARCH_DATABASE_URL names; the processor time is that of the client',
  async build(input) {
    await migratePostgres(databaseUrl(), postgresMigrations);
    const search = await openPostgresSearch({ url: databaseUrl() });
    await query('TRUNCATE search_packs CASCADE');
    await fillSearch(search, input);
    // Closing waits for the vector index, which is part of what is built.
    await search.close();
    return engineOn(await openPostgresSearch({ url: databaseUrl() }));
  },
  open: async () => engineOn(await openPostgresSearch({ url: databaseUrl() })),
  diskBytes: async () => Number((await query(sizeSql))[0]?.['bytes'] ?? 0),
};
