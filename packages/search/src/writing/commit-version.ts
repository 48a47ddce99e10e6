import { isNotFound } from '../is-not-found.ts';
import type { Passage, RevisionName } from '../passage-search.ts';
import { PassageSearchError } from '../passage-search-error.ts';
import { makeFolder } from '../segments/durable-files.ts';
import {
  decodeDeadPlaces,
  isDead,
  type ManifestSegment,
  readManifests,
  readPackManifest,
  withDeadPlaces,
  writeManifest,
} from '../segments/manifest.ts';
import { type PackFolder, removeLeftovers, segmentPath } from '../segments/pack-folder.ts';
import { revisionAt, type Segment, writeSegment } from '../segments/segment.ts';
import type { SegmentBuilder } from '../segments/segment-builder.ts';
import { mergeEntries } from './merge-entries.ts';
import { planMerge } from './plan-merge.ts';
import { reuseVectors } from './reuse-vectors.ts';

export interface CommittedVersion {
  readonly version: number;
  readonly base: number | null;
  readonly removed: readonly RevisionName[];
  readonly builders: readonly SegmentBuilder[];
}

/**
 * Writes the segments and then the manifest of a version, which is there from that instant. Only under the lock of the
 * pack; broken off anywhere before, it leaves files that no manifest names.
 */
export function commitVersion(
  folder: PackFolder,
  given: CommittedVersion,
  openSegment: (entry: ManifestSegment) => Segment,
): { readonly passageCount: number } {
  makeFolder(folder.path);
  const base = given.base === null ? [] : readPackManifest(folder, given.base).segments;
  removeLeftovers(folder, segmentsOf(folder));
  let segments = [
    ...removeRevisions(base, given.removed, openSegment),
    ...addBuilt(folder, given.builders, openSegment),
  ];
  for (const kind of ['document', 'curated'] satisfies Passage['kind'][]) {
    const merging = planMerge(segments.filter((segment) => segment.kind === kind));
    if (merging.length === 0) continue;
    const opened = merging.map((entry) => ({ entry, segment: openSegment(entry) }));
    segments = [...segments.filter((one) => !merging.includes(one)), mergeEntries(folder, opened).entry];
  }
  writeManifest(folder, { version: given.version, segments });
  // Where the version was there before, its former segments are of no use now; neither are those just merged.
  removeLeftovers(folder, segmentsOf(folder));
  return { passageCount: segments.reduce((sum, { livePlaceCount }) => sum + livePlaceCount, 0) };
}

/** The ids of all segments that any version needs. */
export function segmentsOf(folder: PackFolder): ReadonlySet<string> {
  return new Set(readManifests(folder).flatMap(({ segments }) => segments.map(({ id }) => id)));
}

/** Without the vectors of a damaged segment the passages wait for new ones; that must not prevent the repair of a version. */
export function openIfWhole<Opened>(
  entry: ManifestSegment,
  open: (entry: ManifestSegment) => Opened,
): Opened[] {
  try {
    return [open(entry)];
  } catch (error) {
    if (isNotFound(error) || error instanceof PassageSearchError) return [];
    throw error;
  }
}

function removeRevisions(
  segments: readonly ManifestSegment[],
  removed: readonly RevisionName[],
  openSegment: (entry: ManifestSegment) => Segment,
): ManifestSegment[] {
  if (removed.length === 0) return [...segments];
  const names = new Set(removed.map(({ id, revision }) => `${id} ${revision}`));
  return segments
    .map((entry) => {
      const segment = openSegment(entry);
      const { placeRevisions, revisionNumbers } = segment.arrays;
      const isGone = Uint8Array.from(revisionNumbers, (_, number) => {
        const { id, revision } = revisionAt(segment, number);
        return names.has(`${id} ${revision}`) ? 1 : 0;
      });
      const dead = decodeDeadPlaces(entry);
      return withDeadPlaces(
        entry,
        (place) => isDead(dead, place) || isGone[placeRevisions[place] ?? 0] === 1,
      );
    })
    .filter(({ livePlaceCount }) => livePlaceCount > 0);
}

function addBuilt(
  folder: PackFolder,
  builders: readonly SegmentBuilder[],
  openSegment: (entry: ManifestSegment) => Segment,
): ManifestSegment[] {
  const known = new Map(
    readManifests(folder).flatMap(({ segments }) => segments.map((entry) => [entry.id, entry])),
  );
  return builders
    .filter(({ unitCount }) => unitCount > 0)
    .map((builder) => {
      const built = builder.finish();
      const entry = writeSegment(folder, built);
      const sources = [...known.values()]
        .filter(({ kind }) => kind === builder.kind)
        .flatMap((source) => openIfWhole(source, openSegment));
      reuseVectors(sources, { vectorPath: segmentPath(folder, entry.id, 'vec'), units: built.units });
      return entry;
    });
}
