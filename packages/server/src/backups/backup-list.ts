import { forEachConcurrently, UserError } from '@avow/foundation';
import {
  backupIdOf,
  keysPrefix,
  manifestsPrefix,
  nameOfManifest,
  nameOfPiece,
  piecesPrefix,
} from './backup-names.ts';
import { atOnceMax, type BackupTarget } from './backup-target.ts';
import type { InstallationSecret } from './installation-secret.ts';
import { type BackupManifest, isAuthentic, readManifest } from './manifest.ts';

export interface ListedBackup {
  readonly id: string;
  /** As it is in the target. */
  readonly written: Uint8Array;
  readonly manifest: BackupManifest;
}

/** All backups in a target, the oldest first. */
export async function listBackups(target: BackupTarget): Promise<ListedBackup[]> {
  const found = (await target.list(manifestsPrefix)).flatMap(({ name }) => backupIdOf(name) ?? []).sort();
  const backups: ListedBackup[] = [];
  for (const id of found) {
    const written = await target.read(nameOfManifest(id));
    if (written !== null) backups.push({ id, written, manifest: readManifest(written) });
  }
  return backups;
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
    if (written !== null && isAuthentic(written, secret)) return readManifest(written);
  }
  return null;
}

/** The newest backup, or the newest that is not later than the given time. */
export function chooseBackup(
  backups: readonly ListedBackup[],
  { name, atMs }: { readonly name: string; readonly atMs: number | null },
): ListedBackup {
  if (backups.length === 0) throw new UserError(`There is no backup in ${name}.`);
  const chosen = backups.findLast(({ manifest }) => atMs === null || Date.parse(manifest.created_at) <= atMs);
  if (chosen !== undefined) return chosen;
  throw new UserError(`The oldest backup in ${name} is of ${backups[0]?.manifest.created_at}.`);
}

/** Removes all backups but the newest, and what only those consisted of. Returns how many backups it has removed. */
export async function pruneBackups(target: BackupTarget, keep: number): Promise<number> {
  const backups = await listBackups(target);
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
