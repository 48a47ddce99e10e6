import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PackId, TenantId } from '@avow/foundation';
import { requireValidId, requireValidVersion } from '../require-valid-names.ts';
import { temporaryPrefix } from './durable-files.ts';

/**
 * The files of one pack. A version is there when its manifest is. Files of a segment carry its id: its tables (`.idx`), its
 * texts (`.txt`), and, once there are any, its vectors (`.vec`) and the clusters that they fall into (`.ivf`).
 */
export interface PackFolder {
  readonly packId: PackId;
  readonly path: string;
  readonly lockPath: string;
}

export const packFolder = (
  directory: string,
  names: { readonly tenantId: TenantId; readonly packId: PackId },
): PackFolder => {
  const path = join(directory, requireValidId(names.tenantId), requireValidId(names.packId));
  return { packId: names.packId, path, lockPath: `${path}.lock` };
};

export const manifestPath = (folder: PackFolder, version: number): string =>
  join(folder.path, `v${requireValidVersion(version)}.json`);

export const segmentPath = (folder: PackFolder, id: string, part: 'idx' | 'txt' | 'vec' | 'ivf'): string =>
  join(folder.path, `seg-${id}.${part}`);

export const newSegmentId = (): string => crypto.randomUUID().replaceAll('-', '');

/** The versions that have a manifest, in order. */
export function listVersions(folder: PackFolder): number[] {
  return namesIn(folder)
    .flatMap((name) => /^v(\d{1,10})\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);
}

/** Removes what no version needs: the rest of a writing that was broken off, and segments of versions that are gone. */
export function removeLeftovers(folder: PackFolder, wantedSegments: ReadonlySet<string>): void {
  for (const name of namesIn(folder)) {
    const segment = /^seg-([0-9a-f]+)\./.exec(name)?.[1];
    const isLeftover =
      segment === undefined ? name.startsWith(temporaryPrefix) : !wantedSegments.has(segment);
    if (isLeftover) rmSync(join(folder.path, name), { force: true });
  }
}

function namesIn(folder: PackFolder): string[] {
  return existsSync(folder.path) ? readdirSync(folder.path) : [];
}
