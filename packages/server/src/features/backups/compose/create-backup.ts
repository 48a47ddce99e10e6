import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import { cp, readdir, rm, statfs } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { makePrivateFolder, tryFileLock, UserError } from '@avow/foundation';
import { ArchiveFaultFound, type LogReport } from '@avow/ledger';
import { copiedBytes, copyDatabase } from '@avow/storage/sqlite';
import { requireInstalled } from '../../../app/installation-state.ts';
import { openCommandLog } from '../../../app/open-command-log.ts';
import { openDataFolder } from '../../../app/open-data-folder.ts';
import { openKeys } from '../../../app/open-keys.ts';
import { version } from '../../../app/version.ts';
import type { Config } from '../../../config/load-config.ts';
import { readKeyFile } from '../../../secrets/key-file.ts';
import { findMasterKey } from '../../../secrets/master-key.ts';
import { dataVersion, isOutdated } from '../../../storage/sqlite/database-state.ts';
import { verifyInstallation } from '../../log/compose/open-verification.ts';
import { readBackupState, writeBackupState } from '../backup-state.ts';
import { findLastAuthentic, pruneBackups } from '../backups.ts';
import { installationOf, secretOf } from '../installation-secret.ts';
import {
  type BackupManifest,
  backupIdAt,
  encodeManifest,
  masterKeyPrint,
  nameOfManifest,
  ownerName,
} from '../manifest.ts';
import { openPieceWriter, type PieceCounts, type PieceWriter } from '../pieces.ts';
import { type KeyTexts, writeKeys } from '../sealed-keys.ts';
import type { BackupTarget } from '../targets/backup-target.ts';

export interface BackupOptions {
  /** Recipients of age that the keys are encrypted to; none: the keys are not part of the backup. */
  readonly recipients: readonly string[];
  /** How many backups are kept; null: all. */
  readonly keep: number | null;
  readonly threads: number;
  readonly nowMs: number;
  readonly onCopied?: (done: number, total: number) => void;
  readonly onVerified?: (done: number, total: number) => void;
}

export interface BackupReport extends Readonly<PieceCounts> {
  readonly id: string;
  readonly target: string;
  readonly hasKeys: boolean;
  readonly logs: readonly LogReport[];
  readonly removed: number;
}

const workFolder = 'backup-work';
const locksFolder = 'locks';
const searchFolder = 'search';
const anchorsFolder = 'anchors';
const databaseFile = 'avow.db';
/** Left free for the service. */
const spareBytes = 64 * 1024 * 1024;

export const onPostgres =
  'The records are in PostgreSQL: back up the database with pg_dump, or with base backups and archived WAL, and the keys of one node apart from it. The page "Several nodes on PostgreSQL" of the guide describes it.';

/**
 * Backs up an installation while it runs. The records are verified in the copy, and a backup exists only once all of it is
 * in the target: a kill at any moment leaves the backups that were there.
 */
export async function createBackup(
  config: Config,
  target: BackupTarget,
  options: BackupOptions,
): Promise<BackupReport> {
  const { dataDir } = config;
  if (config.databaseUrl !== null) throw new UserError(onPostgres);
  await requireInstalled(config);
  if (isOutdated(dataDir))
    throw new UserError('The records are from an earlier version: start the service once, and back up then.');
  const lock = tryFileLock(join(dataDir, locksFolder, 'backup.lock'));
  if (lock === null) throw new UserError('Another backup of this data folder is running.');
  const tried_at = new Date(options.nowMs).toISOString();
  const before = await readBackupState(dataDir);
  try {
    const report = await backUp(config, target, options);
    const { bytes, hasKeys } = report;
    const done = { succeeded_at: tried_at, target: target.name, bytes, has_keys: hasKeys };
    await writeBackupState(dataDir, { ...done, tried_at, failure: null });
    return report;
  } catch (error) {
    const none = { succeeded_at: null, target: null, bytes: null, has_keys: null };
    const failure = error instanceof Error ? error.message : String(error);
    await writeBackupState(dataDir, { ...(before ?? none), tried_at, failure }).catch(() => undefined);
    throw error;
  } finally {
    await removeWork(dataDir).catch(() => undefined);
    lock.release();
  }
}

/** Removes what a backup that was killed has left in the data folder. */
async function removeWork(dataDir: string): Promise<void> {
  await rm(join(dataDir, workFolder), { recursive: true, force: true });
}

async function backUp(config: Config, target: BackupTarget, options: BackupOptions): Promise<BackupReport> {
  const { dataDir, anchorDir } = config;
  const keys = await openKeys(config);
  await signLogs(config);
  const secret = secretOf(keys.pepper);
  const installation = installationOf(secret);
  await claimTarget(target, installation);
  await removeWork(dataDir);
  await requireSpace(dataDir);
  const work = join(dataDir, workFolder);
  makePrivateFolder(work);
  // Before the records, so that what is anchored meanwhile does not make the copy look truncated.
  const anchorsCopy = join(work, anchorsFolder);
  await cp(anchorDir, anchorsCopy, { recursive: true }).catch(ignoreMissing);
  await copyDatabase(dataDir, work, options.onCopied ?? (() => undefined));
  const logs = await verifyCopy({ ...config, dataDir: work, anchorDir: anchorsCopy }, options);

  const writer = await openPieceWriter(target);
  const files = [
    await requireFile(writer.writeFile(join(work, databaseFile), databaseFile)),
    ...(await writeFolder(writer, join(dataDir, searchFolder), searchFolder)),
    // Anchors elsewhere are evidence of their own, and are not mixed with backups.
    ...(isWithin(dataDir, anchorDir) ? await writeFolder(writer, anchorsCopy, anchorsFolder) : []),
  ];
  const { recipients } = options;
  const last = (await findLastAuthentic(target, secret))?.keys ?? null;
  const sealed =
    recipients.length === 0 ? null : await writeKeys(target, await readTexts(config), { recipients, last });
  const manifest: BackupManifest = {
    ...{ format: 2, created_at: new Date(options.nowMs).toISOString(), avow_version: version },
    ...{ data_version: dataVersion(work) ?? 0, installation, files, keys: sealed },
    ...{ log_key: logKeyPrint(keys.logKey), master_key: masterKeyPrint(keys.masterKey) },
    logs: logs.map(({ tenantId: tenant_id, size, root }) => ({ tenant_id, size, root })),
  };
  const id = backupIdAt(options.nowMs);
  await target.write(nameOfManifest(id), encodeManifest(manifest, secret));
  const { keep } = options;
  const removed = keep === null ? 0 : await pruneBackups(target, { keep, secret });
  return { id, target: target.name, hasKeys: sealed !== null, logs, removed, ...writer.counts };
}

/** So that checkpoints cover everything in the backup, also if no service has run since. */
async function signLogs(config: Config): Promise<void> {
  const data = await openDataFolder(config);
  const log = openCommandLog(config, data);
  try {
    await log.prove();
    await log.checkpointer.signGrown();
  } finally {
    await log.close();
    await data.close();
  }
}

/** How a manifest names a log key. */
export const logKeyPrint = (logKey: KeyObject) =>
  hash('sha256', createPublicKey(logKey).export({ format: 'der', type: 'spki' }));

/** One target has the backups of one installation: otherwise one would remove those of another. */
async function claimTarget(target: BackupTarget, installation: string): Promise<void> {
  const owner = JSON.stringify({ format: 2, installation });
  const found = await target.read(ownerName);
  if (found === null) return await target.write(ownerName, Buffer.from(owner));
  if (Buffer.from(found).toString() !== owner)
    throw new UserError(
      `${target.name} has the backups of another installation. Use another folder or prefix.`,
    );
}

async function requireSpace(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const needed = copiedBytes(dataDir) + spareBytes;
  if (bavail * bsize >= needed) return;
  throw new UserError(
    `A backup needs ${Math.ceil(needed / 1e6)} MB free in ${dataDir} for a copy of the records: free some space first.`,
  );
}

async function verifyCopy(copy: Config, options: BackupOptions): Promise<readonly LogReport[]> {
  const { threads, onVerified } = options;
  try {
    return await verifyInstallation(
      copy,
      { trustedKey: null, threads },
      { tenant: null, ...(onVerified && { onProgress: onVerified }) },
    );
  } catch (error) {
    if (!(error instanceof ArchiveFaultFound)) throw error;
    throw new UserError(
      `Nothing was backed up, because the records do not verify: ${error.fault.why} "avow audit verify" describes it.`,
      { cause: error },
    );
  }
}

async function requireFile<File>(writing: Promise<File | null>): Promise<File> {
  const file = await writing;
  if (file === null) throw new Error('the copy of the records has disappeared');
  return file;
}

/** Files of the search index are never changed, and one that is removed meanwhile is not needed any more. */
async function writeFolder(
  writer: PieceWriter,
  folder: string,
  name: string,
): Promise<BackupManifest['files']> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  const paths = (found ?? [])
    .filter((entry) => entry.isFile() && !/^tmp-|\.lock$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files: BackupManifest['files'] = [];
  for (const path of paths) {
    const file = await writer.writeFile(path, [name, ...relative(folder, path).split(sep)].join('/'));
    if (file !== null) files.push(file);
  }
  return files;
}

async function readTexts(config: Config): Promise<KeyTexts> {
  const master = await findMasterKey(config);
  const [pepper, logKey] = await Promise.all([
    readKeyFile({ path: config.pepperFile, name: 'pepper' }),
    readKeyFile({ path: config.logKeyFile, name: 'log key' }),
  ]);
  if (pepper === null || logKey === null || master === null) throw new Error('a key has disappeared');
  return { pepper, master_key: Buffer.from(master).toString('base64url'), log_key: logKey };
}

export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
