import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManifestSegment } from '../segments/manifest.ts';
import { planMerge, segmentsMax } from './plan-merge.ts';

const segmentOf = (placeCount: number, livePlaceCount = placeCount): ManifestSegment => ({
  id: 'a',
  kind: 'document',
  hash: '',
  unitCount: placeCount,
  placeCount,
  livePlaceCount,
  deadPlaces: null,
});

test('a few whole segments stay as they are', () => {
  expect(planMerge([segmentOf(10), segmentOf(10, 5), segmentOf(1)])).toEqual([]);
});

test('a segment of which more than half is gone is written anew', () => {
  const sparse = segmentOf(10, 4);
  expect(planMerge([segmentOf(10), sparse])).toEqual([sparse]);
});

test('a large segment is left alone while small ones become one', () => {
  const large = segmentOf(1_000);
  const small = Array.from({ length: 8 }, () => segmentOf(10));
  expect(planMerge([large, ...small])).toEqual(small);
});

test('after a merge there are never too many', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 40 }), (sizes) => {
      const segments = sizes.map((size) => segmentOf(size));
      const merging = planMerge(segments);
      const left = segments.length - merging.length + (merging.length > 0 ? 1 : 0);
      expect(left).toBeLessThanOrEqual(segmentsMax);
    }),
  );
});
