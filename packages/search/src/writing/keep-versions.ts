import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../segments/durable-files.ts';
import {
  decodeDeadPlaces,
  isDead,
  type Manifest,
  type ManifestSegment,
  readManifests,
  withDeadPlaces,
  writeManifest,
} from '../segments/manifest.ts';
import { listVersions, manifestPath, type PackFolder, removeLeftovers } from '../segments/pack-folder.ts';
import type { Segment } from '../segments/segment.ts';
import { segmentsOf } from './commit-version.ts';
import { mergeEntries } from './merge-entries.ts';

/** Removes all other versions, and what only they had. Only under the lock of the pack. */
export function keepVersions(
  folder: PackFolder,
  keep: ReadonlySet<number>,
  openSegment: (entry: ManifestSegment) => Segment,
): void {
  const versions = listVersions(folder);
  const unwanted = versions.filter((version) => !keep.has(version));
  for (const version of unwanted) rmSync(manifestPath(folder, version), { force: true });
  if (unwanted.length === versions.length) {
    rmSync(folder.path, { recursive: true, force: true });
    if (versions.length > 0) syncFolder(dirname(folder.path));
    return;
  }
  syncFolder(folder.path);
  const kept = readManifests(folder);
  const rewritten = new Map<string, (entry: ManifestSegment) => ManifestSegment[]>();
  for (const [id, entries] of Map.groupBy(
    kept.flatMap(({ segments }) => segments),
    (entry) => entry.id,
  )) {
    const rewrite = rewriteSegment(folder, entries, openSegment);
    if (rewrite !== null) rewritten.set(id, rewrite);
  }
  for (const manifest of kept) replaceSegments(folder, manifest, rewritten);
  removeLeftovers(folder, segmentsOf(folder));
}

function replaceSegments(
  folder: PackFolder,
  { version, segments }: Manifest,
  rewritten: ReadonlyMap<string, (entry: ManifestSegment) => ManifestSegment[]>,
): void {
  if (!segments.some(({ id }) => rewritten.has(id))) return;
  writeManifest(folder, {
    version,
    segments: segments.flatMap((entry) => rewritten.get(entry.id)?.(entry) ?? [entry]),
  });
}

/** Writes the segment without the places that no version has; null where there are none of those. */
function rewriteSegment(
  folder: PackFolder,
  entries: readonly ManifestSegment[],
  openSegment: (entry: ManifestSegment) => Segment,
): ((entry: ManifestSegment) => ManifestSegment[]) | null {
  const [first] = entries;
  const dead = entries.map(decodeDeadPlaces);
  const isKept = (place: number) => dead.some((places) => !isDead(places, place));
  if (first === undefined || Array.from({ length: first.placeCount }, (_, place) => place).every(isKept))
    return null;
  const opened = [{ entry: first, segment: openSegment(first) }];
  const { entry: written, merged } = mergeEntries(folder, opened, (_, place) => isKept(place));
  return (entry) => {
    const places = decodeDeadPlaces(entry);
    const gone = new Set<number | null>();
    for (let place = 0; place < entry.placeCount; place += 1)
      if (isDead(places, place)) gone.add(merged.newPlace({ input: 0, place }));
    const replaced = withDeadPlaces(written, (place) => gone.has(place));
    return replaced.livePlaceCount > 0 ? [replaced] : [];
  };
}
