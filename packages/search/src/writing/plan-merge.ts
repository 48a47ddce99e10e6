import type { ManifestSegment } from '../segments/manifest.ts';

/** Every segment costs each search a little. */
export const segmentsMax = 8;

/**
 * Which segments of one kind are worth being made one: those of which more than half is gone, and, when there are too many,
 * all but one that is larger than the others together. So a large segment is rewritten once for each time it doubles.
 */
export function planMerge(segments: readonly ManifestSegment[]): ManifestSegment[] {
  const sparse = segments.filter(({ livePlaceCount, placeCount }) => livePlaceCount * 2 < placeCount);
  if (segments.length <= segmentsMax) return sparse;
  const liveTotal = segments.reduce((sum, { livePlaceCount }) => sum + livePlaceCount, 0);
  return segments.filter((segment) => sparse.includes(segment) || segment.livePlaceCount * 2 <= liveTotal);
}
