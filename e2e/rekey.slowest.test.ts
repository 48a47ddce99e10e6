import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { loadConfig, openDataFolder, readMasterKey, recordsPath } from '@avow/server';
import { recordTerminal, runCli } from '@avow/server/testing';
import {
  newTenant,
  nothingElse,
  openSqliteKeyChange,
  sampleMessage,
  unwrapKey,
} from '@avow/server/testing/inner';
import { afterAll, beforeAll, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('../packages/server/bin/avow.js', import.meta.url));

/** Enough for their entries to need pages that the database does not have yet. */
const tenantCount = 40;

let root: string;
let built: { readonly wrapped: readonly Buffer[]; readonly keys: readonly (Buffer | null)[] };

const readWrapped = (database: DatabaseSync) =>
  database
    .prepare('SELECT wrapped FROM tenant_keys ORDER BY tenant_id')
    .all()
    .map((row) => Buffer.from(row['wrapped'] as Uint8Array));
const readKeys = (database: DatabaseSync, masterKey: Uint8Array) =>
  readWrapped(database).map((wrapped) => unwrapKey(masterKey, wrapped));

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-rekey-'));
  const dataDir = join(root, 'built');
  const { store, close } = await openDataFolder(loadConfig({ AVOW_DATA_DIR: dataDir }));
  for (let count = 0; count < tenantCount; count++)
    await store.records.finishMessage(await newTenant(store.access), sampleMessage(), nothingElse);
  await close();
  const masterKey = await readMasterKey(join(dataDir, 'master.key'));
  const database = new DatabaseSync(recordsPath({ dataDir }), { readOnly: true });
  built = { wrapped: readWrapped(database), keys: readKeys(database, masterKey ?? new Uint8Array()) };
  database.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

/** In a process of its own, which loads what breaks it. */
function rekey(dataDir: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const words = [launcher, 'audit', 'rekey', '--to', `${dataDir}.key`];
  const all = {
    ...{ PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
    ...{ AVOW_DATA_DIR: dataDir, ...env },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env: all }, (error, said, complained) => {
      const code = error === null ? 0 : (error.code ?? null);
      resolve({ code: code === null ? null : Number(code), said, complained });
    });
  });
}

/** By the command alone, without a process: a start takes longer than the work. */
async function rekeyUndisturbed(dataDir: string): Promise<Ran> {
  const { terminal, said } = recordTerminal();
  const words = ['audit', 'rekey', '--to', `${dataDir}.key`];
  const code = await runCli(words, { AVOW_DATA_DIR: dataDir }, terminal);
  return { code, said: said().out, complained: said().err };
}

const preload = (file: URL) => `--import=${file.href}`;

function copyFolder(name: string): string {
  const dataDir = join(root, name);
  cpSync(join(root, 'built'), dataDir, { recursive: true });
  return dataDir;
}

/** Which of the two keys opens everything. Uses a copy, because opening a database changes it. */
async function keyInForce(dataDir: string): Promise<'old' | 'new'> {
  const directory = `${dataDir}-seen`;
  cpSync(dataDir, directory, { recursive: true });
  const old = await readMasterKey(join(dataDir, 'master.key'));
  const keys = { old, new: await readMasterKey(`${dataDir}.key`) };
  const change = openSqliteKeyChange({ directory, busyTimeoutMs: 1000 });
  const standing = change.survey(keys);
  change.close();
  expect(Object.values(standing).toSorted((one, other) => one - other)).toEqual([0, 0, tenantCount]);
  return standing.underNew === tenantCount ? 'new' : 'old';
}

/** The new key opens every key as it was, each log has one change, and no file has a key under the old one. */
async function expectChanged(dataDir: string): Promise<void> {
  expect(await keyInForce(dataDir)).toBe('new');
  const files = readdirSync(dataDir).filter((name) => name.startsWith('avow.db'));
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(dataDir, name))));
  const database = new DatabaseSync(recordsPath({ dataDir }), { readOnly: true });
  const leaves = database.prepare("SELECT leaf_index FROM log_entries WHERE event_kind = 'rekey'").all();
  const masterKey = await readMasterKey(`${dataDir}.key`);
  const keys = readKeys(database, masterKey ?? new Uint8Array());
  database.close();
  expect(keys).toEqual(built.keys);
  expect(leaves.map((row) => row['leaf_index'])).toEqual(built.wrapped.map(() => 1));
  expect(built.wrapped.filter((wrapped) => bytes.includes(wrapped))).toEqual([]);
}

/** Killed before that step, and run again: which key was in force in between. */
async function killAndRepeat(step: number): Promise<'old' | 'new'> {
  const dataDir = copyFolder(`step-${step}`);
  const env = {
    NODE_OPTIONS: preload(new URL('./kill-at-step.ts', import.meta.url)),
    KILL_AT_STEP: String(step),
  };
  expect(await rekey(dataDir, env), `step ${step}`).toEqual({ code: null, said: '', complained: '' });
  expect(existsSync(`${dataDir}.key`)).toBe(step > 0);
  const found = await keyInForce(dataDir);
  const again = await rekeyUndisturbed(dataDir);
  expect([again.code, again.complained]).toEqual([0, '']);
  expect(again.said.includes('already')).toBe(found === 'new');
  await expectChanged(dataDir);
  return found;
}

it('opens with one of the two keys wherever it is killed, and completes on the next run', async () => {
  // For each tenant its key, its entry and the head of its log.
  const commit = 2 + 3 * tenantCount;
  // Before the new file has its name, before the transaction, in it, before it is committed, and after that.
  const steps = [0, 1, 3, commit, commit + 1];
  expect(await Promise.all(steps.map(killAndRepeat))).toEqual(['old', 'old', 'old', 'old', 'new']);
});

it.each([
  [
    'full',
    new URL('./fill-disk.ts', import.meta.url),
    'FULL_DISK',
    /no room left.* Nothing was changed\. .*master\.key opens everything/,
  ],
  [
    'failing',
    new URL('./fail-disk.ts', import.meta.url),
    'FAILING_DISK',
    /could not be written .*Either .*master\.key or .* keep both/,
  ],
])(
  'changes nothing on a %s disk, says what to do, and completes afterwards',
  async (_, file, sign, words) => {
    const dataDir = copyFolder(sign.toLowerCase());
    const path = join(root, sign);
    writeFileSync(path, '');
    const env = { NODE_OPTIONS: preload(file), [sign]: path };
    const failed = await rekey(dataDir, env);
    expect([failed.code, failed.said, failed.complained]).toEqual([1, '', expect.stringMatching(words)]);
    expect(await keyInForce(dataDir)).toBe('old');
    rmSync(path);
    expect(await rekey(dataDir, env)).toMatchObject({ code: 0, complained: '' });
    await expectChanged(dataDir);
  },
);
