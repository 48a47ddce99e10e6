import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseEntry } from '@avow/ledger-log/entries';
import { lockForServing } from '@avow/storage/sqlite';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { copyAuditedFolder, type Env } from './support/copied-folder.ts';

const folder = copyAuditedFolder('cli-rekey');
const { avow } = folder;

const rekey = (words: readonly string[] = ['--to', folder.newFile], env: Env = {}) =>
  avow(['audit', 'rekey', ...words], env);
const oldFile = () => join(folder.dataDir, 'master.key');
const keyIn = (path: string) => readFileSync(path, 'utf8').trim();
const otherKey = Buffer.alloc(32, 3).toString('base64url');

/** Everything that may not change: what is wrapped, and how long the logs are. */
function readState(): unknown {
  const database = new DatabaseSync(databasePath(folder.dataDir), { readOnly: true });
  const keys = database.prepare('SELECT * FROM tenant_keys ORDER BY tenant_id').all();
  const logs = database.prepare('SELECT tenant_id, size FROM logs ORDER BY tenant_id').all();
  database.close();
  return { keys, logs };
}

/** Each command opens the data folder anew, with its threads. */

describe('avow audit rekey', () => {
  it('creates the new key, which then opens everything, while the old one opens nothing', async () => {
    const oldKey = keyIn(oldFile());
    const { code, out, err } = await rekey();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      `The master key in ${folder.newFile}, which was just created, opens everything here`,
    );
    expect(out).toContain(`Set AVOW_MASTER_KEY_FILE=${folder.newFile}; or keep the old key elsewhere`);
    expect(keyIn(oldFile())).toBe(oldKey);
    expect([keyIn(folder.newFile) === oldKey, statSync(folder.newFile).mode & 0o777]).toEqual([false, 0o600]);
    expect(readdirSync(folder.dataDir).filter((name) => name.startsWith('avow.db'))).toEqual(['avow.db']);

    for (const words of [['tenants', 'list'], ['audit', 'verify'], ['doctor']]) {
      const refused = await avow(words);
      expect([refused.code, `${refused.out}${refused.err}`], words.join(' ')).toEqual([
        1,
        expect.stringMatching(/he master key.* is not the (one|master key)/),
      ]);
    }
    const env = { AVOW_MASTER_KEY_FILE: folder.newFile };
    expect(await avow(['audit', 'verify'], env)).toMatchObject({ code: 0 });
    expect((await avow(['doctor'], env)).out).toContain(`ok      master key: ${folder.newFile}`);
  });

  it('is on the log of each tenant, and is exported with its records', async () => {
    await rekey();
    const env = { AVOW_MASTER_KEY_FILE: folder.newFile };
    for (const tenantId of folder.built.tenantIds) {
      const out = join(folder.root, `${tenantId}.jsonl`);
      expect(await avow(['audit', 'export', '--out', out, '--tenant', tenantId], env)).toMatchObject({
        code: 0,
      });
      const { code, out: verdict } = await avow(['audit', 'check', out, '--json'], env);
      expect([code, JSON.parse(verdict)]).toMatchObject([0, { sound: true, complete: true }]);
      const entries = readFileSync(out, 'utf8').trimEnd().split('\n').slice(1, -1);
      const events = entries.map((line) => parseEntry(JSON.parse(line).entry));
      expect(events.filter(({ kind }) => kind === 'rekey')).toMatchObject([
        { tenantId, subject: '', state: 'rewrapped', actor: 'operator', details: [], commitments: [] },
      ]);
    }
  });

  it('accepts an existing key, also at the default path', async () => {
    writeFileSync(folder.newFile, `${otherKey}\n`);
    const { code, out } = await rekey(['--to', folder.newFile, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      outcome: 'changed',
      tenants: 2,
      file: folder.newFile,
      key_made: false,
    });
    expect(keyIn(folder.newFile)).toBe(otherKey);
    // As the output says: the old one is kept elsewhere, and the new one takes its place.
    renameSync(oldFile(), `${folder.newFile}.old`);
    renameSync(folder.newFile, oldFile());
    expect(await avow(['audit', 'verify'])).toMatchObject({ code: 0 });
    // And back again, with the new one as the old.
    expect(await rekey(['--to', `${folder.newFile}.old`])).toMatchObject({ code: 0 });
    expect(await avow(['audit', 'verify'], { AVOW_MASTER_KEY_FILE: `${folder.newFile}.old` })).toMatchObject({
      code: 0,
    });
  });

  it('reports that the change is already complete, with or without the old key', async () => {
    await rekey();
    const state = readState();
    const again = await rekey();
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('opens everything here already')]);
    expect(again.out).toContain(`Set AVOW_MASTER_KEY_FILE=${folder.newFile}`);
    rmSync(oldFile());
    const without = await rekey(['--to', folder.newFile, '--json']);
    expect(JSON.parse(without.out)).toEqual({
      ...{ outcome: 'already', tenants: 2, file: folder.newFile, key_made: false },
    });
    expect(readState()).toEqual(state);
  });

  it('changes from a key in the environment to one in a file', async () => {
    const env = { AVOW_MASTER_KEY: keyIn(oldFile()) };
    rmSync(oldFile());
    const { code, out } = await rekey(['--to', oldFile()], env);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`Set AVOW_MASTER_KEY to the content of ${oldFile()}`),
    ]);
    expect(await avow(['audit', 'verify'])).toMatchObject({ code: 0 });
    expect((await avow(['audit', 'verify'], env)).err).toContain('AVOW_MASTER_KEY is not the one');
  });

  it('changes nothing if no tenant has a key', async () => {
    const empty = join(folder.dataDir, 'none');
    const missing = await rekey(['--to', folder.newFile], { AVOW_DATA_DIR: empty });
    expect([missing.code, missing.err, existsSync(empty)]).toEqual([
      ...[1, expect.stringContaining(`There is no Avow installation in ${empty}.`), false],
    ]);
    await (await openDataFolder(loadConfig({ AVOW_DATA_DIR: empty }))).close();
    const { code, out } = await rekey(['--to', folder.newFile], { AVOW_DATA_DIR: empty });
    expect([code, out]).toEqual([0, expect.stringContaining('No record is encrypted here yet')]);
    expect(existsSync(folder.newFile)).toBe(false);
  });
});

describe('avow audit rekey refuses, and changes nothing', () => {
  const expectRefused = async (
    expected: { readonly code: number; readonly why: string | RegExp },
    words?: readonly string[],
    env?: Env,
  ) => {
    const state = readState();
    const names = readdirSync(folder.root);
    const { code, out, err } = await rekey(words, env);
    expect([code, out, err]).toEqual([expected.code, '', expect.stringMatching(expected.why)]);
    expect(readState()).toEqual(state);
    expect(readdirSync(folder.root)).toEqual(names);
  };

  it('while a service or another command runs', async () => {
    const lock = lockForServing(folder.dataDir);
    await expectRefused({ code: 1, why: 'A service runs on this data folder: stop it first' });
    lock.release();
    const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: folder.dataDir }));
    await expectRefused({ code: 1, why: 'Another avow command works on this data folder' });
    await data.close();
  });

  it('an old key that is wrong, missing or damaged', async () => {
    const env = { AVOW_MASTER_KEY: otherKey };
    await expectRefused({ code: 1, why: 'in AVOW_MASTER_KEY is not the one' }, undefined, env);
    writeFileSync(oldFile(), otherKey);
    await expectRefused({ code: 1, why: `in ${oldFile()} is not the one` });
    writeFileSync(oldFile(), 'x');
    await expectRefused({ code: 1, why: `${oldFile()} is damaged` });
    rmSync(oldFile());
    await expectRefused({ code: 1, why: `${oldFile()} is missing` });
  });

  it('a new key that is damaged, the old one, or another key of the installation', async () => {
    writeFileSync(folder.newFile, `${otherKey}x`);
    await expectRefused({ code: 1, why: `${folder.newFile} is damaged` });
    writeFileSync(folder.newFile, keyIn(oldFile()));
    await expectRefused({ code: 1, why: 'already holds the current master key' });
    await expectRefused({ code: 1, why: 'already holds the current master key' }, ['--to', oldFile()]);
    for (const name of ['pepper.key', 'log.key'])
      await expectRefused({ code: 1, why: 'another key of this' }, ['--to', join(folder.dataDir, name)]);
  });

  it('a path that does not exist', async () => {
    await expectRefused({ code: 2, why: 'is a folder' }, ['--to', folder.dataDir]);
    await expectRefused({ code: 2, why: 'There is no folder' }, [
      '--to',
      join(folder.dataDir, 'none', 'the.key'),
    ]);
    await expectRefused({ code: 2, why: 'Expected a file name' }, ['--to', '']);
    await expectRefused({ code: 2, why: "required option '--to <file>'" }, []);
  });

  it('a key of a tenant that is damaged', async () => {
    const database = new DatabaseSync(databasePath(folder.dataDir));
    const [tenantId] = folder.built.tenantIds;
    database.prepare('UPDATE tenant_keys SET wrapped = zeroblob(40) WHERE tenant_id = ?').run(tenantId);
    database.close();
    await expectRefused({ code: 1, why: '1 of the 2 keys of tenants cannot be opened' });
  });

  it('records from before the first release', async () => {
    const database = new DatabaseSync(databasePath(folder.dataDir));
    database.exec('PRAGMA application_id = 0');
    database.close();
    await expectRefused({ code: 1, why: 'from before its first release' });
  });
});
