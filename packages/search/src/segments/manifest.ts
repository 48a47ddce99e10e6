import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PackVersion } from '@avow/foundation';
import { isNotFound } from '../is-not-found.ts';
import type { Passage } from '../passage-search.ts';
import { PassageSearchError } from '../passage-search-error.ts';
import { replaceFile } from './durable-files.ts';
import { listVersions, manifestPath, type PackFolder } from './pack-folder.ts';

export interface ManifestSegment {
  readonly id: string;
  readonly kind: Passage['kind'];
  /** Of its tables. */
  readonly hash: string;
  readonly unitCount: number;
  readonly placeCount: number;
  readonly livePlaceCount: number;
  /** One bit a place, set where the version does not have it, in base64; null where it has them all. */
  readonly deadPlaces: string | null;
}

/** What a version consists of. */
export interface Manifest {
  readonly version: number;
  readonly segments: readonly ManifestSegment[];
}

/** Rejects with `missing_version` where there is none, with `damaged` where it is not as it was written. */
export function readPackManifest(folder: PackFolder, version: number): Manifest {
  const pack: PackVersion = { packId: folder.packId, version };
  let content: string;
  try {
    content = readFileSync(manifestPath(folder, version), 'utf8');
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new PassageSearchError('missing_version', 'the version is not in the search index', { pack });
  }
  const [written, json = ''] = splitOnce(content);
  if (written !== hash('sha256', json))
    throw new PassageSearchError('damaged', 'a manifest of the search index is damaged', { pack });
  return JSON.parse(json);
}

export function writeManifest(folder: PackFolder, manifest: Manifest): void {
  const json = JSON.stringify(manifest);
  replaceFile(manifestPath(folder, manifest.version), Buffer.from(`${hash('sha256', json)}\n${json}`));
}

/** Every version that can be read. One that cannot must be staged again, so nothing is kept for it. */
export function readManifests(folder: PackFolder): Manifest[] {
  return listVersions(folder).flatMap((version) => {
    try {
      return readPackManifest(folder, version);
    } catch (error) {
      if (error instanceof PassageSearchError) return [];
      throw error;
    }
  });
}

export function isDead(deadPlaces: Uint8Array | null, place: number): boolean {
  return deadPlaces !== null && (((deadPlaces[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}

export function decodeDeadPlaces({ deadPlaces }: ManifestSegment): Uint8Array | null {
  return deadPlaces === null ? null : new Uint8Array(Buffer.from(deadPlaces, 'base64'));
}

/** The entry of a segment in which the places named by `isGone` are no longer there. */
export function withDeadPlaces(
  segment: Omit<ManifestSegment, 'deadPlaces' | 'livePlaceCount'>,
  isGone: (place: number) => boolean,
): ManifestSegment {
  const bits = new Uint8Array(Math.ceil(segment.placeCount / 8));
  let deadCount = 0;
  for (let place = 0; place < segment.placeCount; place += 1) {
    if (!isGone(place)) continue;
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    deadCount += 1;
  }
  return {
    ...segment,
    livePlaceCount: segment.placeCount - deadCount,
    deadPlaces: deadCount === 0 ? null : Buffer.from(bits).toString('base64'),
  };
}

function splitOnce(content: string): [string, string?] {
  const at = content.indexOf('\n');
  return at === -1 ? [content] : [content.slice(0, at), content.slice(at + 1)];
}
