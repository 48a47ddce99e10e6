import { installationRole, migratePostgres, tenantRole } from '@avow/storage/postgres';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresMigrations } from '../../schema/postgres-schema.ts';

/** Rows of the installation, which have no tenant. */
const withoutTenant = [
  'announcement_answers',
  'announcements',
  'schema_versions',
  'built_in_policies',
  'language_models',
  'crash_epoch',
  'installation_keys',
  'leases',
  'nodes',
  'noted_times',
  'settings_version',
  'security_streams',
  'observed_times',
  'shared_rates',
  'witnessed_logs',
  'write_proof',
];

const sampleOf: Readonly<Record<string, string>> = {
  text: "'x'",
  bigint: '1',
  'double precision': '0.5',
  bytea: "'\\x00'",
};

describe('row-level security', () => {
  let server: TestServer;
  let owner: Client;
  let probe: Client;
  let tables: string[];

  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.newDatabase();
    await migratePostgres(url, postgresMigrations);
    owner = new Client({ connectionString: server.asSuperuser(url) });
    await owner.connect();
    await owner.query(`CREATE ROLE probe LOGIN PASSWORD 'probe' IN ROLE ${tenantRole}`);
    const { rows } = await owner.query(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    tables = rows.map(({ name }) => String(name)).filter((name) => !withoutTenant.includes(name));
    await fillTables(owner, tables);
    const address = new URL(url);
    address.username = 'probe';
    address.password = 'probe';
    probe = new Client({ connectionString: address.href });
    await probe.connect();
  });
  afterAll(async () => {
    await probe.end();
    await owner.end();
    await server.stop();
  });

  /** In a transaction for a tenant that is rolled back. */
  async function asTenant<Value>(tenantId: string, work: () => Promise<Value>): Promise<Value> {
    await probe.query('BEGIN');
    try {
      await probe.query("SELECT set_config('avow.tenant_id', $1, true)", [tenantId]);
      return await work();
    } finally {
      await probe.query('ROLLBACK');
    }
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { readonly code?: string }) => error.code ?? 'unknown',
    );

  it('is forced on every table that is not of the installation, whose key leads with the tenant', async () => {
    const { rows } = await owner.query(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS secured,
         (SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
          WHERE indrelid = pg_class.oid AND indisprimary) AS leads
       FROM pg_class WHERE relname = ANY($1) ORDER BY relname`,
      [tables],
    );
    expect(rows).toEqual(tables.map((name) => ({ name, secured: true, leads: 'tenant_id' })));
    expect(tables.length).toBeGreaterThan(2);
  });

  it('cannot be bypassed by the roles of the service', async () => {
    const { rows } = await owner.query(
      `SELECT rolname AS name, rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole AS may,
         (SELECT count(*) FROM pg_class WHERE relowner = pg_roles.oid)::int AS owned
       FROM pg_roles WHERE rolname = ANY($1) ORDER BY 1`,
      [[tenantRole, installationRole]],
    );
    expect(rows).toEqual([
      { name: installationRole, may: false, owned: 0 },
      { name: tenantRole, may: false, owned: 0 },
    ]);
  });

  it('shows a tenant its own rows only, on every table', async () => {
    for (const table of tables) {
      const { rows } = await asTenant('one', () => probe.query(`SELECT tenant_id FROM ${table}`));
      expect(rows, table).toEqual([{ tenant_id: 'one' }]);
    }
  });

  it('shows nothing to a transaction that names no tenant', async () => {
    for (const table of tables) {
      const { rows } = await probe.query(`SELECT tenant_id FROM ${table}`);
      expect(rows, table).toEqual([]);
    }
  });

  it('changes, removes and adds no row of another tenant, on any table', async () => {
    for (const table of tables) {
      const rename = () => probe.query(`UPDATE ${table} SET tenant_id = 'one' WHERE tenant_id = 'two'`);
      expect((await asTenant('one', rename)).rowCount, table).toBe(0);
      const give = () => probe.query(`UPDATE ${table} SET tenant_id = 'two'`);
      expect(await codeOf(asTenant('one', give)), table).toBe('42501');
      const remove = () => probe.query(`DELETE FROM ${table} WHERE tenant_id = 'two'`);
      const removed = await asTenant('one', remove).catch(({ code }) => ({ rowCount: code }));
      expect([0, '42501'], table).toContain(removed.rowCount);
      const columns = await columnsOf(owner, table);
      const values = columns.map(({ name, type }) => (name === 'tenant_id' ? "'two'" : sampleOf[type]));
      const add = () =>
        probe.query(`INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${values})`);
      expect(await codeOf(asTenant('one', add)), table).toBe('42501');
    }
    const left = await owner.query("SELECT count(*)::int AS count FROM tenants WHERE tenant_id = 'two'");
    expect(left.rows).toEqual([{ count: 1 }]);
  });
});

async function columnsOf(
  client: Client,
  table: string,
): Promise<Array<{ readonly name: string; readonly type: string }>> {
  const { rows } = await client.query(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' ORDER BY ordinal_position`,
    [table],
  );
  return rows;
}

/** One row of each of two tenants in every table, whatever its columns are: only who owns a row matters here. */
async function fillTables(client: Client, tables: readonly string[]): Promise<void> {
  const { rows: checks } = await client.query(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype IN ('c', 'f', 'u') AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of checks) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const table of tables) {
    const columns = await columnsOf(client, table);
    for (const tenantId of ['one', 'two']) {
      const values = columns.map(({ name, type }) =>
        name === 'tenant_id' ? `'${tenantId}'` : sampleOf[type],
      );
      await client.query(`INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${values})`);
    }
  }
}
