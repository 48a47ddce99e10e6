import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { logKeyListSchema } from '@avow/contract/records';
import { createLogSigner } from '@avow/ledger';
import { lockForServing } from '@avow/storage/sqlite';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { createLogKey, readLogKey } from '../src/secrets/log-key.ts';
import { copyAuditedFolder, type Env } from './support/copied-folder.ts';

const folder = copyAuditedFolder('cli-rotate-key');
const { avow } = folder;

const rotate = (words: readonly string[] = ['--to', folder.newFile], env: Env = {}) =>
  avow(['audit', 'rotate-key', ...words], env);
const renewed = () => ({ AVOW_LOG_KEY_FILE: folder.newFile });
const oldFile = () => join(folder.dataDir, 'log.key');
const anchorFile = (tenantId: string) => join(folder.dataDir, 'anchors', `${tenantId}.jsonl`);

async function keyOf(tenantId: string, env: Env = {}): Promise<string> {
  return (await avow(['audit', 'key', '--tenant', tenantId], env)).out.trim();
}

async function keysOf(tenantId: string, env: Env = {}) {
  const { out } = await avow(['audit', 'keys', '--tenant', tenantId, '--json'], env);
  return logKeyListSchema.parse(JSON.parse(out)).data;
}

let bundles = 0;
async function exportAll(tenantId: string, env: Env = {}): Promise<string> {
  const out = `${folder.dataDir}-${bundles++}.jsonl`;
  expect(await avow(['audit', 'export', '--out', out, '--tenant', tenantId], env)).toMatchObject({ code: 0 });
  return out;
}

async function check(bundle: string, words: readonly string[] = []) {
  const { code, out } = await avow(['audit', 'check', bundle, '--json', ...words]);
  return { exit: code, ...JSON.parse(out) };
}

function editDatabase(sql: string, ...values: readonly (string | number)[]): void {
  const database = new DatabaseSync(databasePath(folder.dataDir));
  expect(database.prepare(sql).run(...values).changes).toBe(1);
  database.close();
}

function readSizes(): unknown {
  const database = new DatabaseSync(databasePath(folder.dataDir), { readOnly: true });
  const sizes = database.prepare('SELECT tenant_id, size FROM logs ORDER BY tenant_id').all();
  database.close();
  return sizes;
}

/** Each command opens the data folder anew, with its threads. */

describe('avow audit rotate-key', () => {
  it('hands every log over to the new key, and both keys verify all of it', async () => {
    const [tenantId] = folder.built.tenantIds;
    const oldKey = await keyOf(tenantId);
    const { code, out, err } = await rotate();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      `The key in ${folder.newFile}, which was just created, signs every log here from now on`,
    );
    expect(out).toContain(`Set AVOW_LOG_KEY_FILE=${folder.newFile}`);
    const newKey = await keyOf(tenantId, renewed());
    expect(newKey).not.toBe(oldKey);

    const keys = await keysOf(tenantId, renewed());
    expect(keys.map((key) => key.verifier_key)).toEqual([oldKey, newKey]);
    expect(keys[0]?.statement).toContain(`previous-key ${oldKey}\nnext-key ${newKey}\n`);
    expect(keys[0]?.until_size).toBe(keys[1]?.from_size);
    expect((await avow(['audit', 'keys', '--tenant', tenantId], renewed())).out).toContain(
      'it is the current key',
    );
    // The statement is where the operator cannot change it.
    const anchored = readFileSync(anchorFile(tenantId), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(anchored.at(-1) ?? '').note).toBe(keys[0]?.statement);

    for (const words of [
      [],
      ['--tenant', tenantId, '--key', oldKey],
      ['--tenant', tenantId, '--key', newKey],
    ]) {
      const verified = await avow(['audit', 'verify', ...words], renewed());
      expect([verified.code, verified.out], words.join(' ')).toEqual([
        0,
        expect.stringContaining('Everything verifies.'),
      ]);
    }
    const withOld = await avow(['doctor']);
    expect(`${withOld.out}${withOld.err}`).toContain('signed by another key than the current log key');
    expect((await avow(['doctor'], renewed())).out).not.toContain('another key');
  });

  it('leaves bundles valid that were exported before, and those after lead back to the old key', async () => {
    const [tenantId] = folder.built.tenantIds;
    const oldKey = await keyOf(tenantId);
    const before = await exportAll(tenantId);
    await rotate();
    const newKey = await keyOf(tenantId, renewed());
    const after = await exportAll(tenantId, renewed());
    const sound = { exit: 0, sound: true, complete: true };
    const { checkpoint } = await check(before);
    const keys = `${folder.dataDir}-keys.json`;
    const writeKeys = async (...words: readonly string[]) => {
      const printed = await avow(['audit', 'keys', '--tenant', tenantId, '--json', ...words], renewed());
      writeFileSync(keys, printed.out);
    };

    expect(await check(before, ['--key', oldKey])).toMatchObject({ ...sound, verifier_key: oldKey });
    expect(await check(after)).toMatchObject({ ...sound, key_trusted: false });
    for (const key of [oldKey, newKey])
      expect(await check(after, ['--key', key])).toMatchObject({
        ...sound,
        verifier_key: newKey,
        key_trusted: true,
      });
    // Someone who knows the new key alone needs the statement to check an old bundle.
    expect(await check(before, ['--key', newKey])).toMatchObject({
      ...{ exit: 1, sound: false, code: 'key_untrusted' },
    });
    await writeKeys('--size', String(checkpoint.size));
    expect(await check(before, ['--key', newKey, '--keys', keys])).toMatchObject(sound);
    expect(await check(before, ['--keys', keys])).toMatchObject({ ...sound, key_trusted: true });
    // A list of one key, which was never replaced, does not accept whatever key is in a bundle.
    const only = { ...(await keysOf(tenantId, renewed())).at(-1), from_size: 0 };
    writeFileSync(keys, JSON.stringify({ data: [only], consistency: [] }));
    expect(await check(before, ['--keys', keys])).toMatchObject({ exit: 1, code: 'key_untrusted' });
    // Statements alone do not show that the old key has signed a part of the same log.
    for (const words of [[], ['--size', String(checkpoint.size - 1)]]) {
      await writeKeys(...words);
      const { code, out } = await avow(['audit', 'check', before, '--key', newKey, '--keys', keys]);
      expect([code, out]).toEqual([1, expect.stringContaining('"avow audit keys --size N --json"')]);
    }
    const tooLarge = await avow(['audit', 'keys', '--tenant', tenantId, '--size', '99999'], renewed());
    expect([tooLarge.code, tooLarge.err]).toEqual([1, expect.stringContaining('no checkpoint of the size')]);
    writeFileSync(keys, '{"data":[]}');
    expect((await avow(['audit', 'check', before, '--keys', keys])).err).toContain('is not a list of keys');
  });

  it('can be repeated, and every key leads to every other', async () => {
    const [tenantId] = folder.built.tenantIds;
    const keys = [await keyOf(tenantId)];
    await rotate();
    keys.push(await keyOf(tenantId, renewed()));
    const third = `${folder.newFile}.3`;
    expect(await rotate(['--to', third], renewed())).toMatchObject({ code: 0 });
    const env = { AVOW_LOG_KEY_FILE: third };
    keys.push(await keyOf(tenantId, env));
    expect((await keysOf(tenantId, env)).map((key) => key.verifier_key)).toEqual(keys);
    const bundle = await exportAll(tenantId, env);
    for (const key of keys) {
      expect(await check(bundle, ['--key', key])).toMatchObject({ exit: 0, sound: true });
      expect(await avow(['audit', 'verify', '--tenant', tenantId, '--key', key], env)).toMatchObject({
        code: 0,
      });
    }
    const again = await rotate(['--to', oldFile()], env);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('has signed the log')]);
  });

  it('reports that it is complete when it is run again, with or without the old key', async () => {
    expect(JSON.parse((await rotate(['--to', folder.newFile, '--json'])).out)).toEqual({
      ...{ outcome: 'changed', logs: 2, file: folder.newFile, key_made: true },
    });
    const sizes = readSizes();
    expect(JSON.parse((await rotate(['--to', folder.newFile, '--json'])).out)).toMatchObject({
      outcome: 'already',
    });
    rmSync(oldFile());
    expect(JSON.parse((await rotate(['--to', folder.newFile, '--json'])).out)).toMatchObject({
      ...{ outcome: 'already', logs: 2, key_made: false },
    });
    expect(readSizes()).toEqual(sizes);
    renameSync(folder.newFile, oldFile());
    expect(await avow(['audit', 'verify'])).toMatchObject({ code: 0 });
  });

  it('changes nothing if it ends before its one commit, and then completes', async () => {
    const sizes = readSizes();
    // As after a kill between the creation of the key and the commit.
    await createLogKey(folder.newFile);
    expect(readSizes()).toEqual(sizes);
    expect(await avow(['audit', 'verify'])).toMatchObject({ code: 0 });
    const database = new DatabaseSync(databasePath(folder.dataDir));
    // The second log cannot be handed over, so the first is not either.
    database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON checkpoints WHEN NEW.tenant_id = '${folder.built.tenantIds[1]}'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    database.close();
    expect((await rotate()).code).not.toBe(0);
    expect(readSizes()).toEqual(sizes);
    editDatabaseSchema('DROP TRIGGER refuse');
    expect(await avow(['audit', 'verify'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await rotate(['--to', folder.newFile, '--json'])).out)).toMatchObject({
      ...{ outcome: 'changed', key_made: false },
    });
  });

  it('is refused while a service runs, with another key of the installation, and on a log that was changed', async () => {
    const lock = lockForServing(folder.dataDir);
    expect((await rotate()).err).toContain('A service runs on this data folder');
    lock.release();
    for (const file of ['master.key', 'pepper.key'])
      expect((await rotate(['--to', join(folder.dataDir, file)])).err).toContain('is another key');
    expect((await rotate(['--to', oldFile()])).err).toContain('already holds the current log key');
    const sizes = readSizes();
    editDatabase(
      'UPDATE logs SET frontier = zeroblob(length(frontier)) WHERE tenant_id = ?',
      folder.built.tenantIds[1],
    );
    const { code, err } = await rotate();
    expect([code, err]).toEqual([1, expect.stringContaining('signed entries have been changed')]);
    expect(readSizes()).toEqual(sizes);
  });

  it('is noticed by verification if its statement was changed or is missing', async () => {
    const [tenantId] = folder.built.tenantIds;
    const oldKey = await keyOf(tenantId);
    await rotate();
    const [{ until_size: size = 0, statement = '' } = {}] = await keysOf(tenantId, renewed());
    const verify = async () => {
      const { code, out } = await avow(['audit', 'verify', '--tenant', tenantId, '--key', oldKey], renewed());
      return { code, out };
    };
    const where = 'WHERE tenant_id = ? AND size = ?';
    const spoilt = String(statement).replace('next-key', 'past-key');
    for (const [sql, ...values] of [
      [`UPDATE checkpoints SET note = ? ${where}`, spoilt],
      [`UPDATE checkpoints SET note = ? ${where}`, String(statement).replace(/\n— [^\n]*\n$/, '\n')],
      [`DELETE FROM checkpoints ${where}`],
    ] as const) {
      const kept = `${folder.dataDir}.kept`;
      cpSync(folder.dataDir, kept, { recursive: true });
      editDatabase(sql, ...values, tenantId, Number(size));
      expect(await verify(), sql).toMatchObject({
        code: 1,
        out: expect.stringMatching(/change of keys|does not verify/),
      });
      rmSync(folder.dataDir, { recursive: true });
      renameSync(kept, folder.dataDir);
    }
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('does not let the old key sign another past, in the database or in the anchors', async () => {
    const [tenantId] = folder.built.tenantIds;
    await rotate();
    const oldKey = await readLogKey(oldFile());
    if (oldKey === null) throw new Error('the old key is there');
    const root = Buffer.alloc(32, 7);
    const note = await createLogSigner(oldKey).sign(tenantId, { size: 3, root });
    const forged = { size: 3, root: root.toString('hex'), note };
    const verify = async () => {
      const { code, out } = await avow(['audit', 'verify', '--tenant', tenantId], renewed());
      return { code, out };
    };
    const anchored = readFileSync(anchorFile(tenantId), 'utf8');
    writeFileSync(anchorFile(tenantId), `${anchored}${JSON.stringify(forged)}\n`);
    const fault = { code: 1, out: expect.stringContaining('do not have the root that was signed') };
    expect(await verify()).toMatchObject(fault);
    writeFileSync(anchorFile(tenantId), anchored);
    expect(await verify()).toMatchObject({ code: 0 });
    editDatabase(
      'INSERT INTO checkpoints (tenant_id, size, root, note, created_at_ms) VALUES (?, ?, ?, ?, 0)',
      ...[tenantId, forged.size, forged.root, forged.note],
    );
    expect(await verify()).toMatchObject(fault);
  });

  it('does not sign an empty installation', async () => {
    const empty = join(folder.root, 'empty');
    const env = { AVOW_DATA_DIR: empty };
    await (await openDataFolder(loadConfig(env))).close();
    const { code, out } = await rotate(['--to', `${empty}.key`], env);
    expect([code, out]).toEqual([0, expect.stringContaining('There is no log here yet')]);
    expect(existsSync(`${empty}.key`)).toBe(false);
  });

  it('leaves backups to the same target possible', async () => {
    const target = `${folder.dataDir}-backups`;
    const backUp = (env: Env = {}) => avow(['backup', target], env);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(await rotate()).toMatchObject({ code: 0, out: expect.stringContaining('Keep the old key') });
    expect(await backUp(renewed())).toMatchObject({ code: 0 });
    expect(await backUp(renewed())).toMatchObject({ code: 0 });
  });
});

function editDatabaseSchema(sql: string): void {
  const database = new DatabaseSync(databasePath(folder.dataDir));
  database.exec(sql);
  database.close();
}
