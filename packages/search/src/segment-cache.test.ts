import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { SegmentCache } from './segment-cache.ts';
import { writeSegment } from './segments/segment.ts';
import { SegmentBuilder } from './segments/segment-builder.ts';
import { plainPassage, segmentFolder } from './test-support/segment-of.ts';
import { quantiseVector } from './vectors/quantise-vector.ts';
import { appendVectors, createVectorLog } from './vectors/vector-log.ts';
import { VectorState } from './writing/vector-state.ts';

const folder = segmentFolder();
afterAll(() => rmSync(folder.path, { recursive: true }));

it('finds vectors that another process writes while searches go on without a pause', () => {
  const builder = new SegmentBuilder('document');
  for (const ordinal of [0, 1]) builder.addPassage(plainPassage(`w${ordinal}`, { ordinal }));
  const cache = new SegmentCache(2 ** 20);
  const { segment } = cache.open(folder, writeSegment(folder, builder.finish()));
  const path = new VectorState(segment).path('vec');
  const vector = quantiseVector(Float32Array.of(1, 0, 0, 0));
  const log = { encoder: 'e', dimensions: 4, createdAtMs: 0, vectors: [{ unit: 0, ...vector }] };
  createVectorLog(path, log);
  expect(cache.openVectors(segment, Number.POSITIVE_INFINITY)?.score(vector, 1)).toBeNull();
  const lookedBeforeMs = performance.now();
  appendVectors(path, [{ unit: 1, ...vector }]);
  // As recent as these searches ask for: the files need not be looked at.
  for (let search = 0; search < 3; search += 1)
    expect(cache.openVectors(segment, 0)?.score(vector, 1)).toBeNull();
  // Using what was read is not reading it again.
  expect(cache.openVectors(segment, lookedBeforeMs)?.score(vector, 1)).toBeCloseTo(1, 1);
});
