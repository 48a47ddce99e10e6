import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { nothingElse, sampleMessage } from '../src/storage/contract/samples.ts';
import { type AuditedFolder, buildAuditedFolder } from './support/audited-folder.ts';
import { sendAs, signInByLink, tokenOf } from './support/people-client.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack, startTestService } from './support/test-service.ts';

let server: TestServer;
let root: string;
let built: AuditedFolder;
const builtPath = () => join(root, 'built');

beforeAll(async () => {
  server = await startPostgres();
  root = await mkdtemp(join(tmpdir(), 'avow-migrate-'));
  built = await buildAuditedFolder(builtPath());
  const service = await startTestService({ directory: builtPath() });
  await service.loadPack(built.tenantIds[1], officePack);
  const key = await service.createKey(built.tenantIds[1]);
  await service.ask(key, { prompt: 'Where is the canteen?' });
  await service.close();
});
afterAll(async () => {
  vi.resetConfig();
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

async function newFolder(name: string) {
  const dataDir = join(root, name);
  await cp(builtPath(), dataDir, { recursive: true });
  const url = await server.newDatabase();
  return { dataDir, url, env: { AVOW_DATA_DIR: dataDir, AVOW_DATABASE_URL: url } };
}

async function run(words: readonly string[], env: Readonly<Record<string, string>>) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, env, terminal), ...said() };
}

async function json(words: readonly string[], env: Readonly<Record<string, string>>) {
  const ran = await run([...words, '--json'], env);
  expect([ran.code, ran.err], ran.out).toEqual([0, '']);
  return JSON.parse(ran.out);
}

const move = ['migrate', '--from-sqlite'];

async function askSuperuser(url: string, sql: string) {
  const client = new Client({ connectionString: server.asSuperuser(url) });
  await client.connect();
  return await client.query(sql).finally(() => client.end());
}

describe('avow migrate --from-sqlite', () => {
  it('moves everything, verified on both sides, and the service goes on', async () => {
    const { dataDir, env, url } = await newFolder('moved');
    const ada = ['users', 'create', 'ada@example.com', '--name', 'Ada', '--role', 'owner'];
    const { link } = await json([...ada, '--tenant', built.tenantIds[1]], { AVOW_DATA_DIR: dataDir });
    const before = await json(['audit', 'verify'], { AVOW_DATA_DIR: dataDir });
    const moved = await json(move, env);
    expect(moved).toMatchObject({ outcome: 'copied', tenants: 2, file: join(dataDir, 'avow-moved.db') });
    expect(existsSync(join(dataDir, 'avow.db'))).toBe(false);
    expect(await json(['audit', 'verify'], env)).toEqual(before);
    const open = await askSuperuser(
      url,
      `SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'tenant_id'
       WHERE relkind = 'r' AND NOT relforcerowsecurity`,
    );
    expect(open.rows).toEqual([]);

    const service = await startTestService({ directory: dataDir, env });
    const key = await service.createKey(built.tenantIds[1]);
    expect((await service.ask(key, { prompt: 'Where is the canteen?' })).answer).toContain('second floor');
    const person = await signInByLink(service, tokenOf(link));
    const me = await sendAs(service, 'GET', '/v1/me', { person });
    expect(me.json()).toMatchObject({ user: { email: 'ada@example.com' } });
    // Numbers of new rows are not those of rows that were copied.
    await service.loadPack(built.tenantIds[1], { 'more.txt': 'The bicycle shed is behind the office.' }, 'b');
    await service.data.store.records.finishMessage(built.tenantIds[0], sampleMessage(), nothingElse);
    await service.close();
    const after = await json(['audit', 'verify'], env);
    // Tenants are listed by their ids, which may have been drawn in any order.
    const sizeOf = ({
      logs,
    }: {
      readonly logs: ReadonlyArray<{ readonly tenant_id: string; readonly size: number }>;
    }) => logs.find((log) => log.tenant_id === built.tenantIds[0])?.size;
    expect(after).toMatchObject({ sound: true });
    expect(sizeOf(after)).toBe((sizeOf(before) ?? Number.NaN) + 1);
  });

  it('can be run again after it was interrupted, before its commit or behind it', async () => {
    const { dataDir, env, url } = await newFolder('interrupted');
    // One of the last tables that are copied refuses, so that everything before is undone.
    await json(['tenants', 'create', 'first'], { ...env, AVOW_DATA_DIR: join(root, 'empty') });
    await askSuperuser(
      url,
      'TRUNCATE tenants, log_entries, log_nodes, logs CASCADE; DELETE FROM installation_keys; ALTER TABLE holds ADD CONSTRAINT none CHECK (false)',
    );
    const failed = await run(move, env);
    expect(failed.code).not.toBe(0);
    expect((await askSuperuser(url, 'SELECT 1 FROM messages')).rows).toEqual([]);
    expect(existsSync(join(dataDir, 'avow.db'))).toBe(true);
    await askSuperuser(url, 'ALTER TABLE holds DROP CONSTRAINT none');

    await cp(join(dataDir, 'avow.db'), join(root, 'kept.db'));
    expect(await json(move, env)).toMatchObject({ outcome: 'copied' });
    // As if it had ended before the file was renamed, and something was changed that no log knows of.
    await cp(join(root, 'kept.db'), join(dataDir, 'avow.db'));
    const changed = new DatabaseSync(join(dataDir, 'avow.db'));
    changed.exec("UPDATE packs SET description = 'changed'");
    changed.close();
    expect((await run(move, env)).err).toContain('already has an installation');
    await cp(join(root, 'kept.db'), join(dataDir, 'avow.db'));
    expect(await json(move, env)).toMatchObject({ outcome: 'already' });
    expect(existsSync(join(dataDir, 'avow.db'))).toBe(false);
  });

  it('refuses a database that is not empty, records in use, and damaged ones', async () => {
    const { dataDir, env, url } = await newFolder('refused');
    expect((await run(move, { AVOW_DATA_DIR: dataDir })).err).toContain('Set AVOW_DATABASE_URL');
    const other = { ...env, AVOW_DATA_DIR: join(root, 'other') };
    await json(['tenants', 'create', 'other'], other);
    expect((await run(move, env)).err).toContain('already has an installation');
    expect((await run(move, other)).err).toContain('There is no Avow installation in');

    const serving = await openDataFolder(loadConfig({ AVOW_DATA_DIR: dataDir }), { forServing: true });
    expect((await run(move, env)).err).toContain('Another avow service uses this folder');
    await serving.close();
    const empty = { ...env, AVOW_DATABASE_URL: await server.newDatabase() };
    const database = new DatabaseSync(join(dataDir, 'avow.db'));
    database.exec("UPDATE messages SET band = 'low'");
    database.close();
    const damaged = await run(move, empty);
    expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('do not verify')]);
    expect(existsSync(join(dataDir, 'avow.db'))).toBe(true);
    expect((await askSuperuser(url, 'SELECT name FROM tenants')).rows).toEqual([{ name: 'other' }]);
  });
});
