import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, openDataFolder } from '@avow/server';
import { recordTerminal, runCli } from '@avow/server/testing';
import { newTenant, nothingElse, sampleMessage } from '@avow/server/testing/inner';
import { afterAll, beforeAll, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('../packages/server/bin/avow.js', import.meta.url));
const tenantCount = 5;

let root: string;

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

type Settings = Readonly<Record<string, string>>;

async function avow(dataDir: string, words: readonly string[], env: Settings = {}): Promise<Ran> {
  const { terminal, said } = recordTerminal();
  const code = await runCli(['audit', ...words], { AVOW_DATA_DIR: dataDir, ...env }, terminal);
  return { code, said: `${said().out}${said().err}` };
}

/** The same in a process of its own, which is killed before that step. */
function avowKilled(dataDir: string, words: readonly string[], step: number): Promise<Ran> {
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
    ...{ AVOW_DATA_DIR: dataDir, KILL_AT_STEP: String(step) },
    NODE_OPTIONS: `--import=${new URL('./kill-at-step.ts', import.meta.url).href}`,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [launcher, 'audit', ...words], { env }, (error, out, complained) => {
      const code = error === null ? 0 : (error.code ?? null);
      resolve({ code: code === null ? null : Number(code), said: `${out}${complained}` });
    });
  });
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-rotate-key-'));
  const dataDir = join(root, 'built');
  const { store, close } = await openDataFolder(loadConfig({ AVOW_DATA_DIR: dataDir }));
  for (let count = 0; count < tenantCount; count++)
    await store.records.finishMessage(await newTenant(store.access), sampleMessage(), nothingElse);
  await close();
  // A first change, so that every log is signed.
  const to = join(root, 'first.key');
  expect(await avow(dataDir, ['rotate-key', '--to', to])).toMatchObject({ code: 0 });
  cpSync(to, join(dataDir, 'log.key'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Killed before that step, and run again: which key signed all logs in between. */
async function killAndRepeat(step: number): Promise<'old' | 'new'> {
  const dataDir = join(root, `step-${step}`);
  cpSync(join(root, 'built'), dataDir, { recursive: true });
  const to = `${dataDir}.key`;
  const rotate = ['rotate-key', '--to', to];
  const killed = await avowKilled(dataDir, rotate, step);
  expect([killed.code, killed.said], `step ${step}`).toEqual([null, '']);
  const underOld = await avow(dataDir, ['key', '--tenant', (await firstTenant(dataDir)) ?? '']);
  const isNew = underOld.code !== 0;
  expect(isNew ? existsSync(to) : true).toBe(true);
  const env: Settings = isNew ? { AVOW_LOG_KEY_FILE: to } : {};
  expect(await avow(dataDir, ['verify'], env), `step ${step}`).toMatchObject({ code: 0 });
  const again = await avow(dataDir, rotate);
  expect([again.code, again.said.includes('already')], again.said).toEqual([0, isNew]);
  expect(await avow(dataDir, ['verify'], { AVOW_LOG_KEY_FILE: to })).toMatchObject({ code: 0 });
  return isNew ? 'new' : 'old';
}

async function firstTenant(dataDir: string): Promise<string | undefined> {
  const { store, close } = await openDataFolder(loadConfig({ AVOW_DATA_DIR: dataDir }));
  const [tenant] = await store.access.listTenants();
  await close();
  return tenant?.tenantId;
}

it('signs all logs with one of the two keys wherever it is killed, and completes on the next run', async () => {
  const found: string[] = [];
  // Before the new file has its name, before the transaction, after some writes of it, and near its end.
  for (const step of [0, 1, 2, 5, 3 + 4 * tenantCount]) found.push(await killAndRepeat(step));
  expect(found).toEqual(found.map(() => 'old'));
});
