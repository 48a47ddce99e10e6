import type { ManifestSegment } from './segments/manifest.ts';
import { type PackFolder, segmentPath } from './segments/pack-folder.ts';
import { openSegment, type Segment } from './segments/segment.ts';
import { UnitFilters } from './segments/unit-filter.ts';
import { SegmentVectors } from './vectors/segment-vectors.ts';
import { VectorArena } from './vectors/vector-arena.ts';

export interface CachedSegment {
  readonly segment: Segment;
  readonly filters: UnitFilters;
  vectors: SegmentVectors | null;
  lookedAtMs: number;
}

/** Segments in memory, those used last; each is loaded when it is first needed. */
export class SegmentCache {
  readonly #bytesMax: number;
  readonly #arena = new VectorArena();
  /** In the order of their last use. */
  readonly #segments = new Map<string, CachedSegment>();

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  open(folder: PackFolder, entry: ManifestSegment): CachedSegment {
    const name = segmentPath(folder, entry.id, 'idx');
    let found = this.#segments.get(name);
    if (found === undefined) {
      const segment = openSegment(folder, entry);
      found = { segment, filters: new UnitFilters(segment), vectors: null, lookedAtMs: 0 };
    } else {
      this.#segments.delete(name);
    }
    this.#segments.set(name, found);
    return found;
  }

  /** With everything that was added before it was looked at last, which is not before `staleBeforeMs`. */
  openVectors(segment: Segment, staleBeforeMs: number): SegmentVectors | null {
    const cached = this.#segments.get(segmentPath(segment.folder, segment.id, 'idx'));
    if (cached === undefined) return null;
    if (cached.vectors !== null && cached.lookedAtMs > staleBeforeMs) return cached.vectors;
    const nowMs = performance.now();
    cached.vectors ??= new SegmentVectors(this.#arena, segment);
    cached.vectors.refresh();
    cached.lookedAtMs = nowMs;
    return cached.vectors;
  }

  /** Evicts the least recently used segments until the rest fits. A single search may exceed the limit while it runs. */
  shrink(): void {
    let bytes = 0;
    for (const { segment, vectors } of this.#segments.values())
      bytes += segment.bytes + (vectors?.bytes ?? 0);
    for (const [name, { segment, vectors }] of this.#segments) {
      if (bytes <= this.#bytesMax) return;
      bytes -= segment.bytes + (vectors?.bytes ?? 0);
      vectors?.free();
      this.#segments.delete(name);
    }
  }
}
