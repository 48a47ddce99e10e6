import { segmentPath } from '../segments/pack-folder.ts';
import { keyOfUnit, type Segment } from '../segments/segment.ts';
import {
  createVectorLog,
  type UnitVector,
  type VectorLogHeader,
  VectorLogReader,
} from '../vectors/vector-log.ts';

/** Copies vectors of identical texts in other segments to a new segment, from the encoder that was used last. */
export function reuseVectors(
  sources: readonly Segment[],
  target: { readonly vectorPath: string; readonly units: ReadonlyMap<string, number> },
): void {
  const logs = sources.map((segment) => {
    const log = new VectorLogReader(segmentPath(segment.folder, segment.id, 'vec'));
    log.look();
    // The header is known once something was read.
    const vectors = new Map<number, UnitVector>();
    log.read((vector) => {
      const unit = target.units.get(keyOfUnit(segment, vector.unit));
      if (unit !== undefined) vectors.set(unit, { ...vector, unit, values: vector.values.slice() });
    });
    return { header: log.header, vectors };
  });
  const newest = logs.reduce<VectorLogHeader | null>((one, { header }) => {
    return header !== null && (one === null || header.createdAtMs > one.createdAtMs) ? header : one;
  }, null);
  if (newest === null) return;
  const { encoder, dimensions, createdAtMs } = newest;
  const carried = new Map(
    logs
      .filter(({ header }) => header?.encoder === encoder && header.dimensions === dimensions)
      .flatMap(({ vectors }) => [...vectors]),
  );
  if (carried.size === 0) return;
  createVectorLog(target.vectorPath, { encoder, dimensions, createdAtMs, vectors: [...carried.values()] });
}
