import { decodeDeadPlaces, isDead, type ManifestSegment } from '../segments/manifest.ts';
import { type MergedSegments, mergeSegments } from '../segments/merge-segments.ts';
import { type PackFolder, segmentPath } from '../segments/pack-folder.ts';
import { type Segment, writeSegment } from '../segments/segment.ts';
import { reuseVectors } from './reuse-vectors.ts';

export interface OpenedEntry {
  readonly entry: ManifestSegment;
  readonly segment: Segment;
}

/** Writes one new segment with everything that is kept of the others, their vectors included. */
export function mergeEntries(
  folder: PackFolder,
  opened: readonly OpenedEntry[],
  isKept: (input: number, place: number) => boolean = keepLive(opened),
): { readonly entry: ManifestSegment; readonly merged: MergedSegments } {
  const merged = mergeSegments(
    opened.map(({ segment }, input) => ({ segment, isKept: (place) => isKept(input, place) })),
  );
  const entry = writeSegment(folder, merged.built);
  reuseVectors(
    opened.map(({ segment }) => segment),
    { vectorPath: segmentPath(folder, entry.id, 'vec'), units: merged.built.units },
  );
  return { entry, merged };
}

function keepLive(opened: readonly OpenedEntry[]): (input: number, place: number) => boolean {
  const dead = opened.map(({ entry }) => decodeDeadPlaces(entry));
  return (input, place) => !isDead(dead[input] ?? null, place);
}
