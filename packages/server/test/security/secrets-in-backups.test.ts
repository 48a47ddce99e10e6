import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type FurnishedTenant, furnishTenant } from './furnished-tenant.ts';

let root: string;
let service: TestService;
let tenant: FurnishedTenant;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-secret-backup-'));
  service = await startTestService({
    directory: join(root, 'served'),
    env: { AVOW_BASE_URL: 'http://localhost' },
  });
  tenant = await furnishTenant(service, 'backed-up');
});
afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

async function avow(...words: string[]): Promise<string> {
  const { terminal, said } = recordTerminal();
  const env = { AVOW_DATA_DIR: service.directory, AVOW_SEARCH_BY_MEANING: 'off', AVOW_LOG_LEVEL: 'silent' };
  expect(await runCli(words, env, terminal), said().err).toBe(0);
  return said().out;
}

it('a backup holds no key, password, token or secret, as text or as bytes', async () => {
  const identity = join(root, 'identity.txt');
  const recipient = /age1\w+/.exec(await avow('backup', '--new-identity', identity))?.[0] ?? '';
  const target = join(root, 'backups');
  await avow('backup', target, '--recipient', recipient);
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map((file) => readFileSync(file, 'latin1'));
  const holding = (text: string) => files.filter((_, index) => contents[index]?.includes(text));
  // It is not empty, or encrypted as a whole: what is stored in clear text is found.
  expect(holding(tenant.tenantId)).not.toEqual([]);
  for (const [name, secret] of Object.entries(tenant.secrets))
    expect.soft(holding(secret.slice(-20)), name).toEqual([]);
  for (const file of ['master.key', 'pepper.key', 'log.key']) {
    const text = readFileSync(join(service.directory, file), 'utf8');
    const key = text.replace(/-----[A-Z ]+-----|\s/g, '');
    const bytes = Buffer.from(key, file === 'log.key' ? 'base64' : 'base64url');
    expect(bytes.length, file).toBeGreaterThanOrEqual(32);
    // Of the log key the last 32 bytes are secret: what is before them is the same in all such files.
    for (const form of [
      key.slice(-40),
      bytes.subarray(-32).toString('latin1'),
      bytes.subarray(-32).toString('hex'),
    ])
      expect.soft(holding(form), file).toEqual([]);
  }
});
