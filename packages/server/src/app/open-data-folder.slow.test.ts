import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForWriting } from '@avow/storage/threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { newTenant, nothingElse, sampleMessage } from '../storage/contract/samples.ts';
import { mayBeEncrypted } from './installation-state.ts';
import { openDataFolder } from './open-data-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'avow-folder-')), 'data');
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }));

const configWith = (env: Readonly<Record<string, string>> = {}) =>
  loadConfig({ AVOW_DATA_DIR: dataDir, ...env });
const open = (env?: Readonly<Record<string, string>>) => openDataFolder(configWith(env));

/** A folder with one record in it. */
async function install(env?: Readonly<Record<string, string>>) {
  const data = await open(env);
  const tenantId = await newTenant(data.store.access);
  const message = sampleMessage();
  await data.store.records.finishMessage(tenantId, message, nothingElse);
  await data.close();
  return { tenantId, message };
}

const keyFiles = ['pepper.key', 'master.key', 'log.key'];

describe('the keys of a data folder', () => {
  it('are created with a new installation, and reused afterwards', async () => {
    const { tenantId, message } = await install();
    const texts = keyFiles.map((name) => readFileSync(join(dataDir, name), 'utf8'));
    expect(await mayBeEncrypted({ dataDir, databaseUrl: null })).toBe(true);
    const data = await open();
    expect(await data.store.records.getMessage(tenantId, message.messageId)).toMatchObject(message);
    expect(data.logKey.asymmetricKeyType).toBe('ed25519');
    await data.close();
    expect(keyFiles.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual(texts);
  });

  it.each([
    ['pepper.key', 'The pepper file'],
    ['master.key', 'The master key file'],
    ['log.key', 'The log key file'],
  ])('%s is not made anew beside records', async (name, words) => {
    const { tenantId, message } = await install();
    const path = join(dataDir, name);
    renameSync(path, `${path}.away`);
    await expect(open()).rejects.toThrow(`${words} ${path} is missing.`);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'x');
    await expect(open()).rejects.toThrow('is damaged');
    renameSync(`${path}.away`, path);
    const data = await open();
    expect(await data.store.records.getMessage(tenantId, message.messageId)).not.toBeNull();
    await data.close();
  });

  it('are created for a folder that has no encrypted records yet', async () => {
    const data = await open();
    await data.close();
    for (const name of ['master.key', 'log.key']) rmSync(join(dataDir, name));
    await install();
    expect(existsSync(join(dataDir, 'master.key'))).toBe(true);
    expect(existsSync(join(dataDir, 'log.key'))).toBe(true);
  });

  it('can be configured', async () => {
    const key = Buffer.alloc(32, 5).toString('base64url');
    const { tenantId, message } = await install({ AVOW_MASTER_KEY: key });
    expect(existsSync(join(dataDir, 'master.key'))).toBe(false);
    await expect(open()).rejects.toThrow('master.key is missing');
    const file = join(dataDir, '..', 'elsewhere.key');
    writeFileSync(file, `${key}\n`);
    const data = await open({ AVOW_MASTER_KEY_FILE: file });
    expect(await data.store.records.getMessage(tenantId, message.messageId)).toMatchObject(message);
    await data.close();
  });

  it('are the same for all processes that open a new folder concurrently', async () => {
    const opened = await Promise.all(Array.from({ length: 3 }, () => open()));
    const [one, ...others] = opened.map(({ logKey }) => logKey);
    for (const other of others) expect(one?.equals(other)).toBe(true);
    for (const data of opened) await data.close();
  });
});

it('refuses a folder from before the first release, and does not change it', async () => {
  mkdirSync(dataDir, { recursive: true });
  const database = openForWriting({ directory: dataDir, busyTimeoutMs: 1000 });
  database.exec('CREATE TABLE tenants (tenant_id TEXT); PRAGMA user_version = 20');
  database.close();
  writeFileSync(join(dataDir, 'pepper.key'), Buffer.alloc(32, 1).toString('base64url'));
  const before = readFileSync(join(dataDir, 'avow.db'));
  await expect(open()).rejects.toThrow('from before its first release');
  expect(readFileSync(join(dataDir, 'avow.db')).equals(before)).toBe(true);
});

describe('work on packs', () => {
  it('waits only for work on the same pack, and leaves no lock files', async () => {
    const data = await open();
    const ended = Promise.withResolvers<void>();
    const [one, other] = ['pack_01ka2tpzg8f5q9vceqy0csg8r8', 'pack_01ka2tpzg8f5q9vceqy0csg9s8'] as const;
    const working = data.tryPackLock(one, () => ended.promise);
    expect(await data.tryPackLock(other, async () => 'other')).toEqual({ kind: 'done', value: 'other' });
    expect(await data.tryPackLock(one, async () => 'same')).toEqual({ kind: 'busy' });
    ended.resolve();
    await working;
    expect(await data.tryPackLock(one, async () => 'same')).toEqual({ kind: 'done', value: 'same' });
    expect(readdirSync(join(dataDir, 'locks'))).toEqual(['guard.lock']);
    await data.close();
  });
});
