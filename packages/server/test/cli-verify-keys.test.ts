import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseReceipt } from '@avow/ledger-log/receipts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack, startTestService } from './support/test-service.ts';

let directory: string;
let receipt: string;
/** Of the log before and after its key was replaced, and of another log. */
let keys: { readonly old: string; readonly current: string; readonly other: string };
let history: string;

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(words, { AVOW_DATA_DIR: directory, ...env }, terminal);
  return { code, ...said() };
}

async function expectRun(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await run(words, env);
  expect([code, err]).toEqual([0, '']);
  return out.trim();
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-verify-keys-'));
  const before = await startTestService({ directory });
  const tenantId = await before.createTenant('keys');
  const key = await before.createKey(tenantId, { scopes: ['query:write', 'messages:read'] });
  await before.loadPack(tenantId, officePack);
  const { message_id: id } = await before.ask(key, { prompt: 'Who approves travel?' });
  await before.get(key, `/v1/messages/${id}/receipt`);
  const otherId = await before.createTenant('other');
  await before.close();
  const renewed = { AVOW_LOG_KEY_FILE: join(directory, 'next.key') };
  const keyOf = (tenant: string, env = {}) => expectRun(['audit', 'key', '--tenant', tenant], env);
  const [old, other] = [await keyOf(tenantId), await keyOf(otherId)];
  expect((await run(['audit', 'rotate-key', '--to', renewed.AVOW_LOG_KEY_FILE])).code).toBe(0);
  keys = { old, current: await keyOf(tenantId, renewed), other };
  const after = await startTestService({ directory, env: renewed });
  const text = (await after.get(key, `/v1/messages/${id}/receipt`)).body;
  await after.close();
  receipt = join(directory, 'receipt.json');
  await writeFile(receipt, text);
  const { size } = parseReceipt(text);
  const words = ['audit', 'keys', '--tenant', tenantId, '--size', String(size), '--json'];
  history = join(directory, 'keys.json');
  await writeFile(history, await expectRun(words, renewed));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function verify(...words: readonly string[]) {
  const { code, out } = await run(['verify', receipt, '--json', ...words]);
  return { exit: code, ...JSON.parse(out) };
}

it('[CON-12-30] follows the statements of a log from a replaced key to the one that signed the receipt', async () => {
  expect(keys.current).not.toBe(keys.old);
  const signed = { verifier_key: keys.current, key_trusted: true };
  expect(await verify('--key', keys.current)).toMatchObject({ exit: 0, sound: true, ...signed });
  expect(await verify('--key', keys.old)).toMatchObject({ exit: 1, code: 'key_untrusted' });
  expect(await verify('--key', keys.old, '--keys', history)).toMatchObject({ exit: 0, ...signed });
  expect(await verify('--key', keys.current, '--keys', history)).toMatchObject({ exit: 0, ...signed });
});

const checker = fileURLToPath(new URL('../../../checks/check_receipt.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What the second checker says. */
function verifyAgain(...words: readonly string[]) {
  const said = spawnSync('python3', ['-B', checker, receipt, '--json', ...words], { encoding: 'utf8' });
  return { exit: said.status, ...JSON.parse(said.stdout || '{}') };
}

it.skipIf(!hasPython)('[CON-12-30] is judged alike by the second checker', async () => {
  const sound = { exit: 0, verdict: 'sound', trusted: true };
  expect(verifyAgain('--key', keys.current)).toMatchObject(sound);
  expect(verifyAgain('--key', keys.old)).toMatchObject({ exit: 1, code: 'key_untrusted' });
  expect(verifyAgain('--key', keys.old, '--keys', history)).toMatchObject(sound);
  expect(verifyAgain('--keys', history)).toMatchObject(sound);
  const other = await verify('--key', keys.other, '--keys', history);
  expect(verifyAgain('--key', keys.other, '--keys', history)).toMatchObject({ exit: 1, code: other.code });
  const changed = join(directory, 'changed.json');
  const list = JSON.parse(await readFile(history, 'utf8'));
  for (const wrong of [{ consistency: [] }, { data: list.data.slice(1) }, { data: 'x' }]) {
    await writeFile(changed, JSON.stringify({ ...list, ...wrong }));
    const { code, out } = await run(['verify', receipt, '--json', '--key', keys.old, '--keys', changed]);
    const again = verifyAgain('--key', keys.old, '--keys', changed);
    expect([again.exit, again.code], JSON.stringify(wrong)).toEqual([
      ...[code, out === '' ? undefined : JSON.parse(out).code],
    ]);
    expect(code).toBeGreaterThan(0);
  }
});

it('[CON-12-30] follows no statements of another log, and none that were changed', async () => {
  expect(await verify('--key', keys.other, '--keys', history)).toMatchObject({ exit: 1, sound: false });
  const { out } = await run(['verify', receipt, '--keys', join(directory, 'missing.json')]);
  expect(out).toBe('');
});
