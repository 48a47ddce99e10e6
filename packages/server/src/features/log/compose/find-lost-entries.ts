import type { KeyObject } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk, UserError } from '@avow/foundation';
import { createFolderAnchor, createLogSigner, readAnchoredKeyChanges } from '@avow/ledger';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';
import type { ListedBackup } from '../../backups/backups.ts';

/** Entries of a log that were signed, and are not in a backup. */
export interface LostEntries {
  readonly tenantId: string;
  /** How many entries the backup has. */
  readonly size: number;
  readonly signedSize: number;
  /** What shows that there were more. */
  readonly knownBy: string;
  readonly isAnchored: boolean;
}

/**
 * What is known to have been signed after a backup: by the anchors, and by later backups in the same place. Restoring it
 * would fork these logs.
 */
export async function findLostEntries(
  chosen: ListedBackup,
  {
    backups,
    anchorDir,
    logKey,
  }: { readonly backups: readonly ListedBackup[]; readonly anchorDir: string; readonly logKey: KeyObject },
): Promise<LostEntries[]> {
  const sizes = new Map(chosen.manifest.logs.map(({ tenant_id, size }) => [tenant_id, size]));
  const lost = new Map<string, LostEntries>();
  const note = (tenantId: string, signedSize: number, known: Pick<LostEntries, 'knownBy' | 'isAnchored'>) => {
    const size = sizes.get(tenantId) ?? 0;
    if (signedSize > Math.max(size, lost.get(tenantId)?.signedSize ?? 0))
      lost.set(tenantId, { tenantId, size, signedSize, ...known });
  };
  const anchor = createFolderAnchor(anchorDir);
  // The key may have been replaced after the backup: the anchors have the statements.
  const { verifierKey } = createLogSigner(logKey);
  const signer = createLogSigner(logKey, async (tenantId) =>
    readAnchoredKeyChanges(anchorDir, tenantId, { key: await verifierKey(tenantId), verify: verifyEd25519 }),
  );
  for (const tenantId of (await anchor.listTenants?.()) ?? []) {
    const isSigned = ({ size, note: text }: { readonly size: number; readonly note: string }) =>
      signer.open(tenantId, text).then(
        (checkpoint) => checkpoint.size === size,
        () => false,
      );
    const newest = await anchor.newest(tenantId, isSigned, 'whole').catch((error: unknown) => {
      throw new UserError(
        `The anchor of ${tenantId} in ${anchorDir} has no checkpoint that the log key of this backup has signed: it belongs to another installation, or was changed.`,
        { cause: error },
      );
    });
    if (newest !== null)
      note(tenantId, newest.size, { knownBy: `the anchors in ${anchorDir}`, isAnchored: true });
  }
  for (const { id, manifest } of backups) {
    if (id <= chosen.id) continue;
    for (const { tenant_id, size } of manifest.logs)
      note(tenant_id, size, { knownBy: `the backup of ${manifest.created_at}`, isAnchored: false });
  }
  return [...lost.values()];
}

/** One line for each log. */
export function describeLoss(lost: readonly LostEntries[]): string {
  return lost
    .map(
      ({ tenantId, size, signedSize, knownBy }) =>
        `  ${tenantId}: ${signedSize} entries according to ${knownBy}, ${size} in the backup; ${signedSize - size} would be lost.`,
    )
    .join('\n');
}

/** Renames the anchor files of logs that go on from an earlier state: they prove what was there. Returns the new paths. */
export async function setAnchorsAside(
  anchorDir: string,
  { lost, backupId }: { readonly lost: readonly LostEntries[]; readonly backupId: string },
): Promise<string[]> {
  const names = await readdir(anchorDir).catch((): string[] => []);
  const aside: string[] = [];
  for (const { tenantId } of lost) {
    const name = `${tenantId}.jsonl`;
    if (!names.includes(name)) continue;
    const path = join(anchorDir, `${name}.before-restoring-${backupId}`);
    await rename(join(anchorDir, name), path);
    aside.push(path);
  }
  if (aside.length > 0) await syncToDisk(anchorDir);
  return aside;
}
