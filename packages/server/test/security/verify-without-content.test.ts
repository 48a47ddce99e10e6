import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogSigner } from '@avow/ledger';
import { formatVerifierKey } from '@avow/ledger-log/notes';
import { databasePath } from '@avow/storage/threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { readLogKey } from '../../src/secrets/log-key.ts';
import { type AuditedFolder, buildAuditedFolder } from '../support/audited-folder.ts';
import { recordTerminal } from '../support/record-terminal.ts';

let root: string;
let built: AuditedFolder;
let key: string;
let copies = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-public-'));
  built = await buildAuditedFolder(join(root, 'built'));
  const logKey = await readLogKey(built.config.logKeyFile);
  if (logKey === null) throw new Error('there is no log key');
  key = formatVerifierKey(await createLogSigner(logKey).verifierKey(built.tenantIds[0]));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What an auditor gets: the database and the anchors, and no key. */
function copyForAuditor(change = ''): string {
  const copy = join(root, `copy-${copies++}`);
  cpSync(built.config.dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.key') });
  const database = new DatabaseSync(databasePath(copy));
  if (change !== '') expect(database.prepare(change).run().changes).toBeGreaterThan(0);
  database.close();
  return copy;
}

async function verify(dataDir: string, ...words: string[]) {
  const { terminal, said } = recordTerminal();
  const env = { AVOW_DATA_DIR: dataDir, AVOW_SEARCH_BY_MEANING: 'off' };
  return { code: await runCli(['audit', 'verify', '--key', key, ...words], env, terminal), ...said() };
}

it('verifies a log with the verifier key alone, and needs the master key for what is encrypted', async () => {
  const copy = copyForAuditor();
  const found = await verify(copy, '--without-content');
  expect([found.code, found.err]).toEqual([0, '']);
  expect(found.out).toContain('Everything verifies');
  const whole = await verify(copy);
  expect(whole.code).toBe(1);
  expect(whole.err).toContain('master.key is missing');
});

it('finds what was changed in an entry, a row that entries name, or a signature', async () => {
  const [tenantId] = built.tenantIds;
  for (const change of [
    `UPDATE log_entries SET entry = replace(entry, 'delivered', 'abstained') WHERE tenant_id = '${tenantId}' AND leaf_index = (SELECT max(leaf_index) FROM log_entries WHERE tenant_id = '${tenantId}' AND entry LIKE '%delivered%')`,
    `UPDATE messages SET status = 'failed' WHERE tenant_id = '${tenantId}' AND leaf_index = 0`,
    `UPDATE checkpoints SET root = '${'0'.repeat(64)}' WHERE tenant_id = '${tenantId}'`,
  ]) {
    const found = await verify(copyForAuditor(change), '--without-content');
    expect([change, found.code]).toEqual([change, 1]);
    expect(found.out).toContain('This does not verify');
  }
});
