import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { knownDataVersion } from '../src/storage/sqlite/database-state.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService } from './support/test-service.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'avow-versions-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function avow(dataDir: string, ...words: string[]) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(words, { AVOW_DATA_DIR: dataDir, AVOW_SEARCH_BY_MEANING: 'off' }, terminal);
  return { code, ...said() };
}

describe('a downgrade', () => {
  it('is refused clearly, and changes nothing', async () => {
    const dataDir = join(root, 'data');
    expect((await avow(dataDir, 'tenants', 'create', 'acme')).code).toBe(0);
    const database = new DatabaseSync(join(dataDir, 'avow.db'));
    database.exec(`PRAGMA user_version = ${knownDataVersion + 1}`);
    database.close();
    const before = readFileSync(join(dataDir, 'avow.db'));
    for (const words of [['upgrade', '--check'], ['upgrade'], ['tenants', 'list']]) {
      const { code, err } = await avow(dataDir, ...words);
      expect([words, code, err]).toEqual([words, 1, expect.stringMatching(/a later release/)]);
      expect(err).toContain(`schema ${knownDataVersion + 1}, and this release knows ${knownDataVersion}`);
    }
    await expect(startTestService({ directory: dataDir })).rejects.toThrow('a later release');
    expect(readFileSync(join(dataDir, 'avow.db')).equals(before)).toBe(true);
  });
});
