import { installationRole, rolesSql, tenantRole } from '@avow/storage/postgres';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { newTenant } from '../../contract/samples.ts';
import { postgresMigrations } from '../../schema/postgres-schema.ts';
import { openPostgresStore } from '../open-postgres-store.ts';
import { documentedRolesSql } from '../test-support/documented-roles-sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** What a dump has: tables of the owner and rights of the roles, but neither the roles nor who is a member of them. */
const dumped = [
  'SET ROLE owner',
  'CREATE TABLE schema_versions (part text PRIMARY KEY, version bigint NOT NULL)',
  ...postgresMigrations.map((sql) => sql.replace(rolesSql, '')),
  `INSERT INTO schema_versions VALUES ('records', ${postgresMigrations.length})`,
  `GRANT USAGE ON SCHEMA public TO ${tenantRole}, ${installationRole}`,
].join(';\n');

it('restores to a server that has no roles yet, as the guide says', async () => {
  const url = await server.newDatabase();
  const client = new Client({ connectionString: server.asSuperuser(url) });
  await client.connect();
  const restore = () => client.query(`BEGIN;\n${dumped};\nCOMMIT`);
  await expect(restore()).rejects.toThrow('does not exist');
  await client.query('ROLLBACK');
  await client.query(documentedRolesSql('owner'));
  await restore();
  await client.end();
  const store = await openPostgresStore({ url, masterKey: sampleMasterKey });
  const tenantId = await newTenant(store.access);
  expect((await store.access.listTenants()).map((one) => one.tenantId)).toEqual([tenantId]);
  await store.close();
});
