import { forEachConcurrently, UserError } from '@avow/foundation';
import type { InstallationSecret } from './installation-secret.ts';
import {
  type BackupManifest,
  backupIdAt,
  backupIdOf,
  isAuthentic,
  keysPrefix,
  manifestsPrefix,
  nameOfManifest,
  nameOfPiece,
  piecesPrefix,
  readBackupManifest,
} from './manifest.ts';
import { atOnceMax, type BackupTarget } from './targets/backup-target.ts';

export interface ListedBackup {
  readonly id: string;
  /** As it is in the target. */
  readonly written: Uint8Array;
  readonly manifest: BackupManifest;
}

/** What a target has, the oldest first. */
export interface FoundBackups {
  readonly backups: readonly ListedBackup[];
  /** Those whose description is damaged, from another release, or not of the time in its name. */
  readonly unreadable: readonly string[];
}

/** All backups in a target. Others may have written to it: nothing is authenticated yet. */
export async function listBackups(target: BackupTarget): Promise<FoundBackups> {
  const found = (await target.list(manifestsPrefix)).flatMap(({ name }) => backupIdOf(name) ?? []).sort();
  const backups: ListedBackup[] = [];
  const unreadable: string[] = [];
  for (const id of found) {
    const written = await target.read(nameOfManifest(id));
    if (written === null) continue;
    const manifest = readBackupManifest(written);
    // A copy of an earlier one must not pass for a later one.
    if (manifest === null || backupIdAt(Date.parse(manifest.created_at)) !== id) unreadable.push(id);
    else backups.push({ id, written, manifest });
  }
  return { backups, unreadable };
}

/** The newest backup of this installation; null: there is none. What others have written is passed over. */
export async function findLastAuthentic(
  target: BackupTarget,
  secret: InstallationSecret,
): Promise<BackupManifest | null> {
  const names = (await target.list(manifestsPrefix))
    .map(({ name }) => name)
    .filter((name) => backupIdOf(name));
  for (const name of names.sort().reverse()) {
    const written = await target.read(name);
    const manifest = written !== null && isAuthentic(written, secret) ? readBackupManifest(written) : null;
    if (manifest !== null) return manifest;
  }
  return null;
}

/** The newest backup, or the newest that is not later than the given time. */
export function chooseBackup(
  { backups, unreadable }: FoundBackups,
  { name, atMs }: { readonly name: string; readonly atMs: number | null },
): ListedBackup {
  const ids = [...backups.map(({ id }) => id), ...unreadable].sort();
  if (ids.length === 0) throw new UserError(`There is no backup in ${name}.`);
  const newest = ids.findLast((id) => atMs === null || id <= backupIdAt(atMs));
  if (newest === undefined) throw new UserError(`The oldest backup in ${name} is ${ids[0]}.`);
  const chosen = backups.find(({ id }) => id === newest);
  if (chosen !== undefined) return chosen;
  throw new UserError(
    `The description of a backup, ${nameOfManifest(newest)} in ${name}, is damaged, from another release, or not of the time in its name. Nothing was restored. An earlier backup can be chosen with --at.`,
  );
}

/**
 * Removes all backups of this installation but the newest, and what only those consisted of. Returns how many backups it has
 * removed. What others have written does not count, or it would push out the backups that can be restored.
 */
export async function pruneBackups(
  target: BackupTarget,
  { keep, secret }: { readonly keep: number; readonly secret: InstallationSecret },
): Promise<number> {
  const found = await listBackups(target);
  const backups = found.backups.filter(({ written }) => isAuthentic(written, secret));
  const removed = backups.slice(0, Math.max(0, backups.length - keep));
  if (removed.length === 0) return 0;
  // First, so that no backup is ever there without its parts.
  for (const { id } of removed) await target.remove(nameOfManifest(id));
  const needed = new Set(
    backups
      .slice(removed.length)
      .flatMap(({ manifest: { files, keys } }) => [
        ...files.flatMap(({ pieces }) => pieces.map(nameOfPiece)),
        ...(keys === null ? [] : [keys.name]),
      ]),
  );
  for (const prefix of [piecesPrefix, keysPrefix]) {
    const unneeded = (await target.list(prefix)).filter(({ name }) => !needed.has(name));
    await forEachConcurrently(unneeded, atOnceMax, ({ name }) => target.remove(name));
  }
  return removed.length;
}
