import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makePrivateFolder, syncToDisk, UserError } from '@avow/foundation';
import { ArchiveFaultFound } from '@avow/ledger';
import { lockForServing } from '@avow/storage/sqlite';
import type { Config } from '../../../config/load-config.ts';
import { knownDataVersion } from '../../../storage/sqlite/database-state.ts';
import {
  describeLoss,
  findLostEntries,
  type LostEntries,
  setAnchorsAside,
} from '../../log/compose/find-lost-entries.ts';
import { verifyInstallation } from '../../log/compose/open-verification.ts';
import { chooseBackup, type ListedBackup, listBackups } from '../backups.ts';
import { isAuthentic } from '../manifest.ts';
import { readFileFromPieces } from '../pieces.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { isWithin, onPostgres } from './create-backup.ts';
import { findRestoredKeys, placesIn, putKeys, requireAuthentic, requireKnown } from './restored-keys.ts';
import { restoringFolder } from './unfinished-restore.ts';

export interface RestoreOptions {
  /** The newest backup that is not later than this; null: the newest. */
  readonly atMs: number | null;
  /** The text of a file with identities of age; null: the keys are where they are configured. */
  readonly identities: string | null;
  /** Whether a log that has moved on may be forked. */
  readonly acceptsLoss: boolean;
  /** Restores into a temporary folder, which is removed after everything was checked. */
  readonly isDrill: boolean;
  readonly threads: number;
  readonly onVerified?: (done: number, total: number) => void;
}

export interface RestoreReport {
  readonly backup: ListedBackup;
  readonly entries: number;
  readonly bytes: number;
  /** False: the records are of an earlier version, which must be upgraded before they can be verified. */
  readonly isVerified: boolean;
  readonly lost: readonly LostEntries[];
  /** Anchor files that were renamed, because they contradict what was restored. */
  readonly anchorsAside: readonly string[];
}

const [databaseFile, searchFolder, anchorsFolder, keysFolder] = ['avow.db', 'search', 'anchors', 'keys'];
/** These may be in an otherwise empty folder: keys that were put back, anchors that show what is missing, and locks. */
const tolerated = new Set(['anchors', 'locks', 'serving.lock', 'backup.json', restoringFolder]);

/**
 * Restores a backup into an empty data folder. The records get their name last: until then, and after a kill at any moment,
 * no service starts on the folder, and the next attempt begins anew.
 */
export async function restoreBackup(
  config: Config,
  target: BackupTarget,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { dataDir } = config;
  if (config.databaseUrl !== null) throw new UserError(onPostgres);
  if (options.isDrill) {
    const folder = await mkdtemp(join(tmpdir(), 'avow-drill-'));
    try {
      return (await stage(config, target, { ...options, folder })).report;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  await requireEmpty(config);
  makePrivateFolder(dataDir);
  const lock = lockForServing(dataDir);
  const folder = join(dataDir, restoringFolder);
  try {
    if (existsSync(folder)) await removeUnfinished(dataDir);
    const { report, install } = await stage(config, target, { ...options, folder });
    return { ...report, anchorsAside: await install() };
  } catch (error) {
    // Whether or not this succeeds: with the folder, nothing is opened, and without it nothing is there.
    if (!existsSync(join(dataDir, databaseFile))) await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

async function requireEmpty({ dataDir, pepperFile, masterKeyFile, logKeyFile }: Config): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.includes(restoringFolder)) return;
  const keys = [pepperFile, masterKeyFile, logKeyFile].map((path) => basename(path));
  const other = names.find((name) => !tolerated.has(name) && !keys.includes(name));
  if (other === undefined) return;
  throw new UserError(
    `The data folder ${dataDir} is not empty: it contains ${other}. Stop the service and move everything but the keys and "anchors" out of it, or set AVOW_DATA_DIR to another folder. The anchors show what a restore would lose, so leave them in place.`,
  );
}

/** Nothing can have been recorded since: no service starts on such a folder. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`, searchFolder])
    await rm(join(dataDir, name), { recursive: true, force: true });
}

interface StageOptions extends RestoreOptions {
  readonly folder: string;
}

/** Puts everything into a folder and verifies it there. */
async function stage(config: Config, target: BackupTarget, options: StageOptions) {
  const { folder, isDrill, acceptsLoss } = options;
  const found = await listBackups(target);
  const backup = chooseBackup(found, { name: target.name, atMs: options.atMs });
  const { manifest } = backup;
  if (manifest.data_version > knownDataVersion)
    throw new UserError(
      `The backup was made by release ${manifest.avow_version}, whose records have schema ${manifest.data_version}; this release knows ${knownDataVersion}. Install that release or a newer one.`,
    );
  if (options.identities !== null) requireKnown(backup, options.identities);
  const keys = await findRestoredKeys(target, backup, { places: config, identities: options.identities });
  await rm(folder, { recursive: true, force: true });
  makePrivateFolder(folder);
  const places = placesIn(join(folder, keysFolder));
  await putKeys(keys, places);
  const { logKey, secret } = await requireAuthentic(backup, places);
  const { anchorDir } = config;
  const authentic = found.backups.filter(({ written }) => isAuthentic(written, secret));
  const lost = await findLostEntries(backup, { backups: authentic, anchorDir, logKey });
  if (lost.length > 0 && !acceptsLoss && !isDrill) throw new UserError(refusal(backup, lost));
  for (const file of manifest.files) await readFileFromPieces(target, file, join(folder, file.path));
  const isVerified = manifest.data_version === knownDataVersion;
  const hasAnchors = lost.length === 0 && (await readdir(anchorDir).catch(() => [])).length > 0;
  const staged = {
    ...config,
    ...places,
    dataDir: folder,
    anchorDir: hasAnchors ? anchorDir : join(folder, anchorsFolder),
  };
  if (isVerified) await verify(staged, backup, options);
  const report: RestoreReport = {
    ...{ backup, isVerified, lost, anchorsAside: [] },
    entries: manifest.logs.reduce((sum, { size }) => sum + size, 0),
    bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  const install = async () => {
    await putKeys(keys, config);
    return await moveIntoPlace(config, { folder, lost, backupId: backup.id });
  };
  return { report, install };
}

const refusal = ({ manifest }: ListedBackup, lost: readonly LostEntries[]) =>
  `The log has moved on since the backup of ${manifest.created_at}:
${describeLoss(lost)}
Restoring it would fork the log: those records would be gone, and anyone with a later checkpoint could prove it. Nothing was changed. Restore a later backup, or accept the loss with --accept-loss.`;

async function verify(staged: Config, { manifest }: ListedBackup, options: StageOptions): Promise<void> {
  const { threads, onVerified } = options;
  const request = { tenant: null, ...(onVerified && { onProgress: onVerified }) };
  const logs = await verifyInstallation(staged, { trustedKey: null, threads }, request).catch(
    (error: unknown) => {
      if (!(error instanceof ArchiveFaultFound)) throw error;
      throw new UserError(`Nothing was restored, because the backup does not verify: ${error.fault.why}`, {
        cause: error,
      });
    },
  );
  const factsOf = (found: ReadonlyArray<readonly [string, number, string]>) =>
    JSON.stringify([...found].sort());
  const restored = factsOf(logs.map(({ tenantId, size, root }) => [tenantId, size, root]));
  if (restored !== factsOf(manifest.logs.map(({ tenant_id, size, root }) => [tenant_id, size, root])))
    throw new UserError('Nothing was restored, because the logs are not those that the backup describes.');
}

/** Nothing is overwritten: the folder is empty but for keys and anchors. Returns the anchor files that were renamed. */
async function moveIntoPlace(
  { dataDir, anchorDir }: Config,
  {
    folder,
    lost,
    backupId,
  }: { readonly folder: string; readonly lost: readonly LostEntries[]; readonly backupId: string },
): Promise<string[]> {
  if (existsSync(join(folder, searchFolder)))
    await rename(join(folder, searchFolder), join(dataDir, searchFolder));
  await rename(join(folder, databaseFile), join(dataDir, databaseFile));
  // After the records: an attempt that begins anew must find what shows the loss.
  const aside = await setAnchorsAside(anchorDir, { lost, backupId });
  const anchors = join(folder, anchorsFolder);
  if (existsSync(anchors) && isWithin(dataDir, anchorDir)) {
    makePrivateFolder(anchorDir);
    for (const name of await readdir(anchors))
      if (!existsSync(join(anchorDir, name))) await rename(join(anchors, name), join(anchorDir, name));
  }
  await syncToDisk(dataDir);
  await rm(folder, { recursive: true, force: true });
  await syncToDisk(dataDir);
  return aside;
}
