import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { createBackup } from '../src/features/backups/compose/create-backup.ts';
import { restoreBackup } from '../src/features/backups/compose/restore-backup.ts';
import type { BackupTarget } from '../src/features/backups/targets/backup-target.ts';
import { openBackupTarget } from '../src/features/backups/targets/open-backup-target.ts';
import { openTarReader, openTarWriter } from '../src/features/backups/targets/open-tar-target.ts';
import { failAtCall } from './support/fail-at-call.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService, type TestService } from './support/test-service.ts';

let root: string;
let service: TestService;
let tenantId: TenantId;
let key: string;
let firstMessage: string;
let recipient: string;
let identityFile: string;
/** A folder with one backup, of which each test gets a copy. */
let firstTarget: string;
let target: string;
let restored: string;
let tests = 0;

type Env = Readonly<Record<string, string>>;
const light = { AVOW_SEARCH_BY_MEANING: 'off', AVOW_LOG_LEVEL: 'silent' };

async function avow(words: readonly string[], env: Env) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, { ...light, ...env }, terminal), ...said() };
}

const backUp = (words: readonly string[] = [], env: Env = {}) =>
  avow(['backup', target, '--recipient', recipient, ...words], { AVOW_DATA_DIR: service.directory, ...env });
const restore = (words: readonly string[] = [], env: Env = {}) =>
  avow(['restore', target, '--identity', identityFile, ...words], { AVOW_DATA_DIR: restored, ...env });
const question = { prompt: 'When do doors close?' };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-backup-'));
  service = await startTestService({
    directory: join(root, 'served'),
    env: { AVOW_CHECKPOINT_EVERY_MS: '100' },
  });
  tenantId = await service.createTenant('acme');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, { 'doors.md': '# Doors\n\nDoors close at nine in the evening.\n' });
  firstMessage = (await service.ask(key, question)).message_id;
  identityFile = join(root, 'identity.txt');
  const created = await avow(['backup', '--new-identity', identityFile], {
    AVOW_DATA_DIR: service.directory,
  });
  recipient = /age1\w+/.exec(created.out)?.[0] ?? '';
  target = firstTarget = join(root, 'first');
  expect(await backUp()).toMatchObject({ code: 0, err: '' });
});

beforeEach(() => {
  tests += 1;
  target = join(root, `target-${tests}`);
  restored = join(root, `restored-${tests}`);
  cpSync(firstTarget, target, { recursive: true });
});

afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

/** What a service on the folder knows: the first message, and an answer from a document. */
async function askRestored(): Promise<{ readonly answer: string; readonly audited: number }> {
  const again = await startTestService({ directory: restored });
  try {
    const { answer } = await again.ask(key, question);
    const audited = await again.get(key, `/v1/messages/${firstMessage}/audit`);
    return { answer, audited: audited.statusCode };
  } finally {
    await again.close();
  }
}

const works = { answer: expect.stringContaining('nine'), audited: 200 };

describe('a backup of a running service', () => {
  it('can be restored into an empty folder, with its keys, records and index', async () => {
    const asking = Promise.all(Array.from({ length: 10 }, () => service.ask(key, question)));
    const { code, out } = await backUp();
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/The records verify \(tenants with a log: 1, entries: \d+\)/),
    ]);
    expect(out).toContain('The keys are encrypted to the recipient.');
    await asking;
    const { code: done, out: said, err } = await restore(['--accept-loss']);
    expect([done, err]).toEqual([0, '']);
    expect(said).toContain(`is restored in ${restored}.`);
    expect(said).toContain('Repeat erasures since then');
    expect(existsSync(join(restored, 'restoring'))).toBe(false);
    expect(readdirSync(join(restored, 'search')).length).toBeGreaterThan(0);
    expect(await avow(['audit', 'verify'], { AVOW_DATA_DIR: restored })).toMatchObject({ code: 0 });
    expect(await askRestored()).toEqual(works);
  });

  it('copies only what is not there already, and keeps as many as it is asked to', async () => {
    const { out } = await backUp(['--keep', '1', '--json']);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ keys: true, tenants: 1, removed_backups: 1 });
    expect(report.added_bytes).toBeLessThan(report.bytes);
    const listed = JSON.parse((await restore(['--list', '--json'])).out).data;
    expect(listed).toMatchObject([{ backup_id: report.backup_id, bytes: report.bytes, keys: true }]);
    expect(readdirSync(join(target, 'keys'))).toHaveLength(1);
    const manifest = readFileSync(join(target, 'backups', `${report.backup_id}.json`), 'utf8');
    const pieces = readdirSync(join(target, 'pieces'), { recursive: true, withFileTypes: true });
    for (const piece of pieces.filter((entry) => entry.isFile())) expect(manifest).toContain(piece.name);
    const drill = await restore(['--drill']);
    expect([drill.code, drill.out, existsSync(restored)]).toEqual([
      ...[0, expect.stringContaining('can be restored.'), false],
    ]);
  });

  it('goes through a stream', async () => {
    const config = loadConfig({ AVOW_DATA_DIR: service.directory });
    const stream = new PassThrough({ highWaterMark: 1 << 26 });
    const writer = openTarWriter(stream, Date.now);
    await createBackup(config, writer, {
      recipients: [recipient],
      keep: null,
      threads: 1,
      nowMs: Date.now(),
    });
    await writer.close();
    stream.end();
    const reader = await openTarReader(stream);
    const options = { atMs: null, acceptsLoss: true, isDrill: false, threads: 1 };
    const identities = readFileSync(identityFile, 'utf8');
    await restoreBackup(loadConfig({ AVOW_DATA_DIR: restored }), reader, { ...options, identities });
    await reader.close();
    expect(await askRestored()).toEqual(works);
  });

  it('is noted for doctor, and a failure too', async () => {
    const stateOf = () => JSON.parse(readFileSync(join(service.directory, 'backup.json'), 'utf8'));
    await backUp();
    expect(stateOf()).toMatchObject({ target, has_keys: true, failure: null });
    writeFileSync(join(target, 'installation.json'), '{}');
    expect(await backUp()).toMatchObject({
      code: 1,
      err: expect.stringContaining('backups of another installation'),
    });
    expect(stateOf()).toMatchObject({ target, failure: expect.stringContaining('another installation') });
    const { out } = await avow(['doctor'], { AVOW_DATA_DIR: service.directory });
    expect(out).toMatch(/^warning +backup: the last attempt failed.*another installation/m);
    expect(existsSync(join(service.directory, 'backup-work'))).toBe(false);
  });
});

describe('avow restore refuses', () => {
  it('a log that has moved on, unless the loss is accepted', async () => {
    const anchors = join(restored, 'anchors');
    await service.ask(key, question);
    await expect
      .poll(() => readFileSync(join(service.directory, 'anchors', `${tenantId}.jsonl`), 'utf8').length)
      .toBeGreaterThan(0);
    await backUp();
    rmSync(restored, { recursive: true, force: true });
    cpSync(join(service.directory, 'anchors'), anchors, { recursive: true });
    const first = JSON.parse((await restore(['--list', '--json'])).out).data[0];
    const refused = await restore(['--at', first.created_at]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      new RegExp(
        `The log has moved on .*\n +${tenantId}: (\\d+) entries according to .*, ${first.entries} in the backup; \\d+ would be lost`,
      ),
    );
    expect(readdirSync(restored).sort()).toEqual(['anchors', 'serving.lock']);
    const accepted = await restore(['--at', first.created_at, '--accept-loss']);
    expect(accepted).toMatchObject({ code: 0 });
    expect(accepted.out).toContain('Kept as evidence of what was there');
    expect(readdirSync(anchors)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${tenantId}.jsonl.before-restoring-${first.backup_id}`),
      ]),
    );
    expect(await askRestored()).toEqual(works);
  });

  it('a folder that is not empty, a wrong identity, missing keys, and a time without a backup', async () => {
    mkdirSync(restored);
    writeFileSync(join(restored, 'avow.db'), '');
    expect((await restore()).err).toContain(`${restored} is not empty: it contains avow.db`);
    rmSync(restored, { recursive: true });
    const other = join(root, `other-${tests}`);
    const here = { AVOW_DATA_DIR: service.directory };
    expect(await avow(['backup', '--new-identity', other], here)).toMatchObject({ code: 0 });
    expect(await avow(['backup', '--new-identity', other], here)).toMatchObject({ code: 1 });
    expect(
      (await avow(['backup', '--new-identity', `${other}-2`], { AVOW_DATA_DIR: restored })).err,
    ).toContain('There is no Avow installation');
    expect((await restore(['--identity', other])).err).toContain('The identity does not open the keys');
    expect((await avow(['restore', target], { AVOW_DATA_DIR: restored })).err).toContain(
      'The pepper is missing: give',
    );
    expect((await restore(['--at', '2020-01-01'])).err).toContain('The oldest backup in');
    expect((await restore(['--at', 'yesterday'])).code).toBe(2);
    expect(existsSync(join(restored, 'avow.db'))).toBe(false);
    const url = 'postgres://avow@127.0.0.1:1/avow';
    for (const words of [
      ['backup', target],
      ['restore', target],
    ])
      expect(await avow(words, { AVOW_DATA_DIR: restored, AVOW_DATABASE_URL: url })).toMatchObject({
        ...{
          code: 1,
          err: expect.stringContaining('The records are in PostgreSQL: back up the database with'),
        },
      });
  });

  it('a backup of which anything was changed', async () => {
    const paths = readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.lock$|^installation/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths) {
      const bytes = readFileSync(path);
      const changed = Buffer.from(bytes);
      const last = changed.length - 2;
      changed[last] = (changed[last] ?? 0) ^ 1;
      writeFileSync(path, changed);
      const { code, err } = await restore(['--accept-loss']);
      expect([code, err], path).toEqual([1, expect.stringMatching(/damaged|was changed/)]);
      expect(readdirSync(restored)).toEqual(['serving.lock']);
      writeFileSync(path, bytes);
    }
    expect(await restore(['--accept-loss'])).toMatchObject({ code: 0 });
  });
});

describe('a failure at any moment', () => {
  const config = (dataDir: string) => loadConfig({ AVOW_DATA_DIR: dataDir });
  const streams = { input: process.stdin, output: process.stdout };
  const open = (forWriting: boolean) => openBackupTarget(target, config(restored), { forWriting, streams });
  const everyCall = async (
    { forWriting, step }: { readonly forWriting: boolean; readonly step: number },
    work: (failing: BackupTarget) => Promise<unknown>,
    check: () => Promise<unknown>,
  ) => {
    for (let failAt = 1; ; failAt += step) {
      const opened = await open(forWriting);
      const { store, callCount } = failAtCall(opened, failAt);
      const failed = await work(store).then(
        () => false,
        () => true,
      );
      await opened.close();
      expect(failed).toBe(callCount() >= failAt);
      if (!failed) return failAt;
      await check();
    }
  };

  it('leaves the backups that were there, and the next one succeeds', async () => {
    let nowMs = Date.now();
    // Each backup opens the records and verifies them, so every third call must do.
    const calls = await everyCall(
      { forWriting: true, step: 3 },
      (failing) =>
        createBackup(config(service.directory), failing, {
          recipients: [recipient],
          keep: 2,
          threads: 1,
          nowMs: ++nowMs,
        }),
      async () => expect(await restore(['--list', '--json'])).toMatchObject({ code: 0 }),
    );
    expect(calls).toBeGreaterThan(6);
    expect(await restore(['--drill'])).toMatchObject({ code: 0 });
  });

  it('leaves nothing that a service opens, and the next restore completes it', async () => {
    const identities = readFileSync(identityFile, 'utf8');
    const options = { atMs: null, identities, acceptsLoss: true, isDrill: false, threads: 1 };
    await everyCall(
      { forWriting: false, step: 1 },
      (failing) => restoreBackup(config(restored), failing, options),
      async () => expect(readdirSync(restored)).toEqual(['serving.lock']),
    );
    expect(await askRestored()).toEqual(works);
  });
});

describe('a kill in the middle', () => {
  /** Runs until the n-th call of the target, and kills it there. */
  async function killAt(job: 'backup' | 'restore', call: number, dataDir: string): Promise<void> {
    const script = fileURLToPath(new URL('./support/hang-in-backup.ts', import.meta.url));
    const words = [script, job, String(call), target, dataDir, job === 'backup' ? recipient : identityFile];
    const child = spawn(process.execPath, ['--no-warnings', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([
      once(child.stdout, 'data'),
      exited.then(() => Promise.reject(new Error('it ended'))),
    ]);
    child.kill('SIGKILL');
    await exited;
  }

  it('of a backup leaves the backups that were there, and no copy of the records', async () => {
    const before = (await restore(['--list', '--json'])).out;
    await killAt('backup', 5, service.directory);
    expect(existsSync(join(service.directory, 'backup-work'))).toBe(true);
    expect((await restore(['--list', '--json'])).out).toBe(before);
    expect(await backUp()).toMatchObject({ code: 0 });
    expect(existsSync(join(service.directory, 'backup-work'))).toBe(false);
  });

  it('of a restore leaves a folder that no service opens, until it is restored again', async () => {
    await killAt('restore', 5, restored);
    expect(existsSync(join(restored, 'restoring', 'avow.db'))).toBe(true);
    expect((await avow(['tenants', 'list'], { AVOW_DATA_DIR: restored })).code).toBe(1);
    await expect(startTestService({ directory: restored })).rejects.toThrow(
      'has not been completed: run the same',
    );
    expect(await restore(['--accept-loss'])).toMatchObject({ code: 0 });
    expect(await askRestored()).toEqual(works);
  });
});
