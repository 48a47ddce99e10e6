import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logKeyListSchema } from '@avow/contract/records';
import { waitFor } from '@avow/foundation/testing';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack, startTestService } from './support/test-service.ts';

let server: TestServer;
let url: string;
let directory: string;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  vi.resetConfig();
  await server.stop();
});
beforeEach(async () => {
  url = await server.newDatabase();
  directory = await mkdtemp(join(tmpdir(), 'avow-node-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const folderOf = (node: string) => join(directory, node);
const settingsOf = (node: string, database = url) => ({
  AVOW_DATA_DIR: folderOf(node),
  AVOW_DATABASE_URL: database,
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_ANCHOR_DIR: folderOf('anchors'),
});

async function run(words: readonly string[], env: Readonly<Record<string, string>> = settingsOf('one')) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, env, terminal), ...said() };
}

async function json(words: readonly string[], env?: Readonly<Record<string, string>>) {
  const ran = await run([...words, '--json'], env);
  expect([ran.code, ran.err], ran.out).toEqual([0, '']);
  return JSON.parse(ran.out);
}

async function copyKeys(from: string, to: string): Promise<void> {
  await mkdir(folderOf(to), { recursive: true, mode: 0o700 });
  for (const file of ['pepper.key', 'master.key', 'log.key'])
    await copyFile(join(folderOf(from), file), join(folderOf(to), file));
}

async function ask(sql: string, address = url): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function packFolder(): Promise<string> {
  const folder = folderOf('office');
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(officePack)) await writeFile(join(folder, file), text);
  return folder;
}

describe('an installation in PostgreSQL', () => {
  it('is made, filled, served, verified and exported as one in SQLite', async () => {
    const { tenant_id: tenantId } = await json(['tenants', 'create', 'acme']);
    const { key } = await json(['keys', 'create', '--name', 'test']);
    await json(['packs', 'load', await packFolder()]);
    const node = await startTestService({ directory: folderOf('one'), env: settingsOf('one') });
    const { answer, message_id: messageId } = await node.ask(key, { prompt: 'Where is the canteen?' });
    expect(answer).toContain('second floor');
    await node.close();

    // Another node has the keys and nothing else.
    await copyKeys('one', 'two');
    const other = await startTestService({ directory: folderOf('two'), env: settingsOf('two') });
    expect((await other.get(key, `/v1/messages/${messageId}`)).json()).toMatchObject({ answer });
    // Its search index is made from the database meanwhile.
    const fromDocuments = await waitFor(() =>
      other.ask(key, { prompt: 'How many days of paid holiday are there?' }),
    );
    expect(fromDocuments.answer).toContain('27 days');
    await other.close();

    const verified = await json(['audit', 'verify'], settingsOf('two'));
    expect(verified).toMatchObject({ sound: true, logs: [{ tenant_id: tenantId }] });
    const out = join(directory, 'bundle');
    await json(['audit', 'export', '--out', out], settingsOf('two'));
    expect(await json(['audit', 'check', out])).toMatchObject({ sound: true, complete: true });
    const pack = join(directory, 'pack');
    const period = ['--from', '2026-01-01', '--to', '2036-01-01'];
    expect(await json(['evidence', ...period, '--out', pack], settingsOf('two'))).toMatchObject({
      ...{ log_verified: true, messages: 2, records: 2 },
    });
    expect(await json(['evidence', 'check', pack])).toMatchObject({ sound: true, records: 2 });
    const findings: ReadonlyArray<{ check: string; state: string; detail: string }> = await json(['doctor']);
    expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(findings.find(({ check }) => check === 'records')?.detail).toMatch(/can be reached \(PostgreSQL/);

    await ask("UPDATE messages SET band = 'low'", server.asSuperuser(url));
    const changed = await run(['audit', 'verify', '--json']);
    expect([changed.code, JSON.parse(changed.out)]).toMatchObject([
      1,
      { sound: false, fault: { field: 'facts', message_id: messageId } },
    ]);
  });

  it('gets another master key while no node serves it', async () => {
    await json(['tenants', 'create', 'acme']);
    const { key } = await json(['keys', 'create', '--name', 'test']);
    const node = await startTestService({ directory: folderOf('one'), env: settingsOf('one') });
    const { message_id: messageId } = await node.ask(key, { prompt: 'Where is the canteen?' });
    const to = join(directory, 'new.key');
    const rekey = ['audit', 'rekey', '--to', to];
    expect((await run(rekey)).err).toContain('stop all nodes first');
    await node.close();
    expect(await json(rekey)).toMatchObject({ outcome: 'changed', tenants: 1, key_made: true });
    expect((await run(['tenants', 'list'])).err).toContain('the master key in');
    const renewed = { ...settingsOf('one'), AVOW_MASTER_KEY_FILE: to };
    expect(await json(['audit', 'verify'], renewed)).toMatchObject({ sound: true, logs: [{ events: 7 }] });
    expect(await json(rekey)).toMatchObject({ outcome: 'already' });
    const again = await startTestService({ directory: folderOf('one'), env: renewed });
    expect((await again.get(key, `/v1/messages/${messageId}`)).statusCode).toBe(200);
    await again.close();
  });

  it('hands its logs over to another log key, without which no node starts', async () => {
    await json(['tenants', 'create', 'acme']);
    const { key } = await json(['keys', 'create', '--name', 'test', '--scopes', 'query:write,log:read']);
    const node = await startTestService({ directory: folderOf('one'), env: settingsOf('one') });
    await node.ask(key, { prompt: 'Where is the canteen?' });
    const to = join(directory, 'log-2.key');
    const rotate = ['audit', 'rotate-key', '--to', to];
    expect((await run(rotate)).err).toContain('stop all nodes first');
    const oldKey = (await node.get(key, '/v1/log/key')).body.trim();
    await node.close();
    expect(await json(rotate)).toMatchObject({ outcome: 'changed', logs: 1, key_made: true });
    // A node that still has the old key is refused, and says why.
    expect((await run(['tenants', 'list'])).err).toContain('the log key in');
    expect(await json(rotate)).toMatchObject({ outcome: 'already', logs: 1 });
    const renewed = { ...settingsOf('one'), AVOW_LOG_KEY_FILE: to };
    expect(await json(['audit', 'verify', '--key', oldKey], renewed)).toMatchObject({ sound: true });
    const again = await startTestService({ directory: folderOf('one'), env: renewed });
    await again.ask(key, { prompt: 'When is lunch?' });
    const newKey = (await again.get(key, '/v1/log/key')).body.trim();
    const keys = logKeyListSchema.parse((await again.get(key, '/v1/log/keys')).json());
    expect(keys.data.map((one) => one.verifier_key)).toEqual([oldKey, newKey]);
    await again.close();
    for (const trusted of [oldKey, newKey])
      expect(await json(['audit', 'verify', '--key', trusted], renewed)).toMatchObject({ sound: true });
  });

  it('refuses a node that has other keys, or none', async () => {
    await json(['tenants', 'create', 'acme']);
    const missing = await run(['tenants', 'list'], settingsOf('two'));
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('copy it from another node')]);
    await copyKeys('one', 'two');
    await json(['tenants', 'list'], settingsOf('two'));
    const elsewhere = settingsOf('three', await server.newDatabase());
    await json(['tenants', 'create', 'other'], elsewhere);
    for (const [file, name] of [
      ['pepper.key', 'the pepper'],
      ['master.key', 'the master key'],
      ['log.key', 'the log key'],
    ] as const) {
      await copyKeys('one', 'two');
      await copyFile(join(folderOf('three'), file), join(folderOf('two'), file));
      const refused = await run(['tenants', 'list'], settingsOf('two'));
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`${name} in`)]);
    }
  });

  it('is not created by commands that only work on one', async () => {
    const listed = await run(['tenants', 'list']);
    expect([listed.code, listed.err]).toEqual([1, expect.stringContaining('There is no Avow installation')]);
    expect((await run(['doctor'])).out).toContain('no installation yet');
  });

  it('refuses a data folder with records of its own', async () => {
    const { AVOW_DATABASE_URL: _, ...alone } = settingsOf('one');
    await json(['tenants', 'create', 'acme'], alone);
    expect((await run(['tenants', 'create', 'acme'])).err).toContain('holds records in SQLite');
  });

  it('says what the search in the database needs', async () => {
    const inDatabase = { ...settingsOf('one'), AVOW_SEARCH: 'postgres' };
    const { code, err } = await run(['tenants', 'create', 'acme'], inDatabase);
    const missing =
      'AVOW_SEARCH=postgres needs the extension pgvector, and the database server does not have it.';
    expect([code, err]).toEqual([1, expect.stringContaining(missing)]);
    const { out } = await run(['doctor', '--json'], inDatabase);
    const findings: ReadonlyArray<{ check: string; state: string; detail: string }> = JSON.parse(out);
    expect(findings.find(({ check }) => check === 'search')).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining(missing),
    });
  });

  it('says what is wrong with the database', async () => {
    const at = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return settingsOf('one', address.href);
    };
    const create = ['tenants', 'create', 'acme'];
    const unreachable = await run(
      create,
      at((address) => {
        address.port = '1';
      }),
    );
    expect(unreachable.err).toContain('The database cannot be reached');
    expect(unreachable.err).not.toContain('of-a-test');
    expect((await run(create, { ...settingsOf('one'), AVOW_DATABASE_URL: 'mysql://x/y' })).err).toContain(
      'AVOW_DATABASE_URL must be an address as postgres://',
    );
    await ask("CREATE ROLE visitor LOGIN PASSWORD 'of-a-test'", server.asSuperuser(url));
    const visitor = at((address) => {
      address.username = 'visitor';
    });
    expect((await run(create, visitor)).err).toContain('may not use this database as Avow needs it');
    await json(create);
    await ask('UPDATE schema_versions SET version = 99');
    expect((await run(['tenants', 'list'])).err).toContain('Start that release instead');
    expect((await run(['audit', 'verify'])).err).toContain('The records have schema 99');
  });
});
