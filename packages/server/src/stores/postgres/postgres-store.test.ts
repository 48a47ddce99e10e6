import { afterAll, beforeAll } from 'vitest';
import { describeAccessStore } from '../contract/access-store.suite.ts';
import { describePolicyStore } from '../contract/policy-store.suite.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { startPostgres, type TestServer } from './test-support/start-postgres.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const openEmpty = async () => openPostgresStore({ url: await server.newDatabase() });

describeAccessStore('PostgreSQL', openEmpty);
describePolicyStore('PostgreSQL', openEmpty);
