import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackId, PackVersion } from '@avow/foundation';

/**
 * Which versions in the search index of this folder are those that were published. The same number may have been staged here
 * for a publication that failed, and then been published by another node with other content.
 */
export interface PublishedVersions {
  has(pack: PackVersion): boolean;
  add(pack: PackVersion): void;
  /** Newest first. */
  list(packId: PackId): readonly number[];
}

/** More than are kept of a pack by default, and than a question can need. */
const versionsMax = 100;

export function openPublishedVersions(directory: string): PublishedVersions {
  const known = new Map<PackId, readonly number[]>();
  const pathOf = (packId: PackId) => join(directory, `${packId}.json`);

  function read(packId: PackId): readonly number[] {
    const path = pathOf(packId);
    const versions = existsSync(path) ? parseVersions(readFileSync(path, 'utf8')) : [];
    known.set(packId, versions);
    return versions;
  }

  return {
    // The command line may have published on the same folder: the file is read again for what is not known.
    has: ({ packId, version }) =>
      known.get(packId)?.includes(version) === true || read(packId).includes(version),
    add({ packId, version }) {
      const versions = [version, ...read(packId).filter((one) => one !== version)]
        .toSorted((one, other) => other - one)
        .slice(0, versionsMax);
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const path = pathOf(packId);
      // If it is lost, the version is staged again.
      writeFileSync(`${path}.new`, JSON.stringify(versions), { mode: 0o600 });
      renameSync(`${path}.new`, path);
      known.set(packId, versions);
    },
    list: (packId) => known.get(packId) ?? read(packId),
  };
}

function parseVersions(text: string): readonly number[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((one) => Number.isSafeInteger(one)) : [];
  } catch {
    return [];
  }
}
