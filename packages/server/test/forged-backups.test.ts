import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { createBackup } from '../src/features/backups/compose/create-backup.ts';
import { type RestoreReport, restoreBackup } from '../src/features/backups/compose/restore-backup.ts';
import { secretOf } from '../src/features/backups/installation-secret.ts';
import {
  type BackupManifest,
  backupIdAt,
  encodeManifest,
  manifestsPrefix,
  nameOfManifest,
  readBackupManifest,
} from '../src/features/backups/manifest.ts';
import type { BackupTarget } from '../src/features/backups/targets/backup-target.ts';
import { openBackupTarget } from '../src/features/backups/targets/open-backup-target.ts';
import { openTarReader, openTarWriter } from '../src/features/backups/targets/open-tar-target.ts';
import { type S3Server, startS3Server } from '../src/features/backups/test-support/start-s3-server.ts';
import { createPepper } from '../src/secrets/pepper.ts';
import { recordTerminal } from './support/record-terminal.ts';

let root: string;
let s3: S3Server;
/** The files of a backup, by name. */
type Files = ReadonlyMap<string, Uint8Array>;
let ours: Files;
/** What somebody who knows the recipient backs up from an installation of their own. */
let theirs: Files;
let identityFile: string;
let recipient: string;
let folders = 0;

const dataDir = (name: string) => join(root, name);
const light = { AVOW_SEARCH_BY_MEANING: 'off', AVOW_LOG_LEVEL: 'silent' };

async function avow(words: readonly string[], folder: string) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, { ...light, AVOW_DATA_DIR: folder }, terminal), ...said() };
}

function openMemory(files: Map<string, Uint8Array>): BackupTarget {
  return {
    name: 'memory',
    isReadable: true,
    list: async (prefix) =>
      [...files]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, { length: bytes }]) => ({ name, bytes })),
    read: async (name) => files.get(name) ?? null,
    write: async (name, bytes) => void files.set(name, bytes),
    remove: async (name) => void files.delete(name),
    close: async () => undefined,
  };
}

async function backUp(
  name: string,
  files: Map<string, Uint8Array> = new Map(),
): Promise<Map<string, Uint8Array>> {
  await createBackup(loadConfig({ AVOW_DATA_DIR: dataDir(name) }), openMemory(files), {
    ...{ recipients: [recipient], keep: null, threads: 1, nowMs: Date.now() },
  });
  return files;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-forged-'));
  s3 = await startS3Server();
  for (const name of ['ours', 'theirs'])
    expect(await avow(['tenants', 'create', name], dataDir(name))).toMatchObject({ code: 0 });
  identityFile = join(root, 'identity.txt');
  const { out } = await avow(['backup', '--new-identity', identityFile], dataDir('ours'));
  recipient = /age1\w+/.exec(out)?.[0] ?? '';
  ours = await backUp('ours');
  theirs = await backUp('theirs');
});

afterAll(() => {
  s3.close();
  rmSync(root, { recursive: true, force: true });
});

const targets: Readonly<Record<string, (files: Files) => Promise<BackupTarget>>> = {
  'a folder': async (files) => {
    const address = join(root, `target-${folders++}`);
    const open = (forWriting: boolean) =>
      openBackupTarget(address, loadConfig({}), {
        ...{ forWriting, streams: { input: process.stdin, output: process.stdout } },
      });
    const writer = await open(true);
    for (const [name, bytes] of files) await writer.write(name, bytes);
    await writer.close();
    return open(false);
  },
  'a bucket': async (files) => {
    const prefix = `backups-${folders++}`;
    for (const [name, bytes] of files) s3.objects.set(`${prefix}/${name}`, Buffer.from(bytes));
    return openBackupTarget(`s3://safe/${prefix}`, s3.settings, {
      ...{ forWriting: false, streams: { input: process.stdin, output: process.stdout } },
    });
  },
  'a stream': async (files) => {
    const stream = new PassThrough({ highWaterMark: 1 << 26 });
    const writer = openTarWriter(stream, Date.now);
    for (const [name, bytes] of files) await writer.write(name, bytes);
    await writer.close();
    stream.end();
    return openTarReader(stream);
  },
};

const openCopy = async (files: Files): Promise<BackupTarget> => openMemory(new Map(files));

const restoreInto = async (
  files: Files,
  folder: string,
  { open = openCopy, identities = readIdentity() } = {},
): Promise<RestoreReport> => {
  const target = await open(files);
  try {
    return await restoreBackup(loadConfig({ AVOW_DATA_DIR: folder }), target, {
      ...{ atMs: null, identities, acceptsLoss: false, isDrill: false, threads: 1 },
    });
  } finally {
    await target.close();
  }
};

const readIdentity = (): string | null => readFileSync(identityFile, 'utf8');

/** The message of the refusal; nothing may be left of what was refused. */
async function refusalOf(files: Files, options: Parameters<typeof restoreInto>[2] = {}): Promise<string> {
  const folder = dataDir(`restored-${folders++}`);
  const message = await restoreInto(files, folder, options).then(
    () => 'restored',
    (error: unknown) => String(error),
  );
  expect(['avow.db', 'master.key', 'pepper.key'].filter((name) => existsSync(join(folder, name)))).toEqual(
    [],
  );
  return message;
}

const manifestNameOf = (files: Files) =>
  [...files.keys()].find((name) => name.startsWith(manifestsPrefix)) ?? '';
const manifestOf = (files: Files) =>
  readBackupManifest(files.get(manifestNameOf(files)) ?? new Uint8Array()) as BackupManifest;
const withFile = (files: Files, name: string, bytes: Uint8Array): Files => new Map(files).set(name, bytes);

/** Their backup under our name, with a code that they can make. */
async function relabelled(): Promise<Files> {
  const secret = secretOf(await createPepper(join(dataDir('theirs'), 'pepper.key')));
  const manifest: BackupManifest = { ...manifestOf(theirs), installation: manifestOf(ours).installation };
  return withFile(theirs, manifestNameOf(theirs), encodeManifest(manifest, secret));
}

/** A description under our name, after a code that was made for another one. */
function recoded(files: Files, code: Files): Files {
  const [line] = Buffer.from(code.get(manifestNameOf(code)) ?? '')
    .toString()
    .split('\n');
  const json = JSON.stringify({ ...manifestOf(files), installation: manifestOf(ours).installation });
  return withFile(files, manifestNameOf(files), Buffer.from(`${line}\n${json}`));
}

describe.each(Object.entries(targets))('a backup in %s', (_, open) => {
  it('is restored if this installation made it, and its time is reported', async () => {
    const { backup, isVerified } = await restoreInto(ours, dataDir(`restored-${folders++}`), { open });
    expect([backup.manifest.created_at, isVerified]).toEqual([manifestOf(ours).created_at, true]);
  });

  it('is refused if somebody made it who only knows the recipient', async () => {
    expect(await refusalOf(theirs, { open })).toContain('made by another installation');
    for (const forged of [await relabelled(), recoded(theirs, ours), recoded(theirs, theirs)])
      expect(await refusalOf(forged, { open })).toContain('was not written by this installation');
  });

  it('is refused if its description, a piece of it or its keys were swapped', async () => {
    const { files, keys, ...rest } = manifestOf(ours);
    const changed = Buffer.from(ours.get(manifestNameOf(ours)) ?? '');
    changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1;
    expect(await refusalOf(withFile(ours, manifestNameOf(ours), changed), { open })).toMatch(
      /damaged|was changed/,
    );
    const [code] = Buffer.from(ours.get(manifestNameOf(ours)) ?? '')
      .toString()
      .split('\n');
    const fewer = Buffer.from(`${code}\n${JSON.stringify({ ...rest, files: files.slice(1), keys })}`);
    expect(await refusalOf(withFile(ours, manifestNameOf(ours), fewer), { open })).toContain('was changed');
    const piece = [...ours.keys()].find((name) => name.startsWith('pieces/')) ?? '';
    const other = [...theirs].find(([name]) => name.startsWith('pieces/'))?.[1] ?? new Uint8Array();
    expect(await refusalOf(withFile(ours, piece, other), { open })).toContain('damaged');
    const sealed = theirs.get(manifestOf(theirs).keys?.name ?? '') ?? new Uint8Array();
    expect(await refusalOf(withFile(ours, keys?.name ?? '', sealed), { open })).toContain('damaged');
  });
});

describe('an identity', () => {
  it('that knows no installation restores nothing, until one is added where it exists', async () => {
    const made = await generateIdentity();
    const file = join(root, 'age-identity.txt');
    writeFileSync(file, `# created: today\n${made}\n`, { mode: 0o600 });
    recipient = await identityToRecipient(made);
    const files = await backUp('ours');
    const read = () => ({ identities: readFileSync(file, 'utf8') });
    expect(await refusalOf(files, read())).toContain('does not say whose backups it opens');
    for (const [name, word] of [
      ['theirs', 'now'],
      ['theirs', 'already'],
    ] as const)
      expect(await avow(['backup', '--add-to-identity', file], dataDir(name))).toMatchObject({
        ...{ code: 0, out: expect.stringContaining(`${word} knows`) },
      });
    expect(await refusalOf(files, read())).toContain('another installation');
    expect(await avow(['backup', '--add-to-identity', file], dataDir('ours'))).toMatchObject({ code: 0 });
    const { isVerified } = await restoreInto(files, dataDir(`restored-${folders++}`), read());
    expect(isVerified).toBe(true);
    expect((await avow(['backup', '--add-to-identity', join(root, 'none')], dataDir('ours'))).err).toContain(
      'does not exist',
    );
    expect((await avow(['backup', '--add-to-identity', file], dataDir('nothing'))).err).toContain(
      'no Avow installation',
    );
  });

  it('with a damaged line knows nothing by it', async () => {
    const identities = readIdentity()?.replace(/(# avow installation: ).*/, '$1short') ?? '';
    expect(await refusalOf(ours, { identities })).toContain('does not say whose backups it opens');
  });

  it('stays valid after the log key and the master key were replaced', async () => {
    const { out } = await avow(['backup', '--new-identity', join(root, 'kept.txt')], dataDir('theirs'));
    recipient = /age1\w+/.exec(out)?.[0] ?? '';
    const identities = readFileSync(join(root, 'kept.txt'), 'utf8');
    const files = await backUp('theirs');
    for (const words of [
      ['audit', 'rotate-key', '--to', join(root, 'log-2.key')],
      ['audit', 'rekey', '--to', join(root, 'master-2.key')],
    ])
      expect(await avow(words, dataDir('theirs'))).toMatchObject({ code: 0 });
    const env = { AVOW_DATA_DIR: dataDir('theirs') };
    const renewed = {
      AVOW_LOG_KEY_FILE: join(root, 'log-2.key'),
      AVOW_MASTER_KEY_FILE: join(root, 'master-2.key'),
    };
    await createBackup(loadConfig({ ...env, ...renewed }), openMemory(files), {
      ...{ recipients: [recipient], keep: null, threads: 1, nowMs: Date.now() },
    });
    expect([...files.keys()].filter((name) => name.startsWith(manifestsPrefix))).toHaveLength(2);
    const { isVerified } = await restoreInto(files, dataDir(`restored-${folders++}`), { identities });
    expect(isVerified).toBe(true);
  });
});

describe('a target that others write to', () => {
  it('does not have a backup name their keys, or count on their descriptions', async () => {
    recipient = /age1\w+/.exec(readIdentity() ?? '')?.[0] ?? '';
    const files = await backUp('ours');
    const name = manifestOf(files).keys?.name ?? '';
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    files.set(name, await encrypter.encrypt('{"pepper":"","master_key":"","log_key":""}'));
    const forgedId = backupIdAt(Date.now() + 1000);
    files.set(nameOfManifest(forgedId), theirs.get(manifestNameOf(theirs)) ?? new Uint8Array());
    await backUp('ours', files);
    files.delete(nameOfManifest(forgedId));
    const { isVerified } = await restoreInto(files, dataDir(`restored-${folders++}`));
    expect(isVerified).toBe(true);
    expect(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
    ).not.toBe(manifestOf(files).keys?.hash);
  });

  it('is restored with keys that were put back, which then vouch for the backup', async () => {
    const putBack = () => {
      const folder = dataDir(`restored-${folders++}`);
      mkdirSync(folder);
      for (const key of ['pepper.key', 'master.key', 'log.key'])
        cpSync(join(dataDir('ours'), key), join(folder, key));
      return folder;
    };
    expect(await refusalOf(ours, { identities: null })).toContain('The pepper is missing');
    expect((await restoreInto(ours, putBack(), { identities: null })).isVerified).toBe(true);
    await expect(restoreInto(theirs, putBack(), { identities: null })).rejects.toThrow(
      'the pepper is another',
    );
  });
});
