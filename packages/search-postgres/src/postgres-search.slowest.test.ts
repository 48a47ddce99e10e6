import { describePassageSearch } from '@avow/search/testing';
import { afterAll, beforeAll } from 'vitest';
import { openPostgresSearch } from './open-postgres-search.ts';
import { startVectorDatabase, type VectorDatabase } from './test-support/start-vector-database.ts';

let database: VectorDatabase;
beforeAll(async () => {
  database = await startVectorDatabase();
});
afterAll(async () => {
  await database.stop();
});

describePassageSearch('PostgreSQL', async () => {
  const open = () => openPostgresSearch({ url: database.url, connections: 2 });
  const search = await open();
  // Tests of each group use the same tenants.
  await database.exec('TRUNCATE search_packs CASCADE');
  return { search, openAgain: open, dispose: () => search.close() };
});
