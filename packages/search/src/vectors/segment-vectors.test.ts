import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BestCandidates } from '../best-candidates.ts';
import type { Segment } from '../segments/segment.ts';
import { type UnitFilter, UnitFilters } from '../segments/unit-filter.ts';
import { plainPassage, segmentFolder, segmentOf } from '../test-support/segment-of.ts';
import { buildClusters, needsClusters } from '../writing/build-clusters.ts';
import { VectorState } from '../writing/vector-state.ts';
import { quantiseVector } from './quantise-vector.ts';
import { exactScanMax, SegmentVectors } from './segment-vectors.ts';
import { VectorArena } from './vector-arena.ts';
import { appendVectors, createVectorLog } from './vector-log.ts';

const dimensions = 48;
const topics = 300;
const count = exactScanMax + 4_000;
const lateCount = 500;

let seed = 3;
const random = () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const middles = Array.from({ length: topics }, () => Float32Array.from({ length: dimensions }, normal));
const nearTopic = () => {
  const middle = middles[Math.trunc(random() * topics)];
  return Float32Array.from({ length: dimensions }, (_, at) => (middle?.[at] ?? 0) + 0.7 * normal());
};

const folder = segmentFolder();
let segment: Segment;
let state: VectorState;
const vectors = Array.from({ length: count + lateCount }, nearTopic).map((vector, unit) => ({
  unit,
  ...quantiseVector(vector),
}));

beforeAll(() => {
  // One in five is for a few alone, one in two hundred for fewer.
  const groupsOf = (n: number) => (n % 200 === 0 ? ['few'] : n % 5 === 0 ? ['some'] : []);
  const passages = vectors.map((_, n) => plainPassage(`w${n}`, { ordinal: n, groups: groupsOf(n) }));
  segment = segmentOf(passages, folder);
  state = new VectorState(segment);
  createVectorLog(state.path('vec'), {
    encoder: 'e',
    dimensions,
    createdAtMs: 0,
    vectors: vectors.slice(0, count),
  });
});

afterAll(() => rmSync(folder.path, { recursive: true }));

/** By comparing with each, in the same 8 bits. */
function bestByForce(query: ReturnType<typeof quantiseVector>, filter: UnitFilter, upTo: number): number[] {
  const cosines = vectors.slice(0, upTo).flatMap(({ unit, values, scale }) => {
    if (filter.passing?.[unit] === 0) return [];
    let dot = 0;
    for (let at = 0; at < dimensions; at += 1) dot += (values[at] ?? 0) * (query.values[at] ?? 0);
    return { unit, cosine: dot * scale };
  });
  cosines.sort((one, other) => other.cosine - one.cosine);
  return cosines.slice(0, 50).map(({ unit }) => unit);
}

function recallOf(found: SegmentVectors, filter: UnitFilter, upTo: number): number {
  let hits = 0;
  for (let round = 0; round < 20; round += 1) {
    const query = quantiseVector(nearTopic());
    const candidates = new BestCandidates(50);
    found.rank(query, filter, { candidates, part: 0 });
    const units = new Set(candidates.list().map(({ unit }) => unit));
    for (const { unit } of candidates.list()) expect(filter.passing?.[unit]).not.toBe(0);
    hits += bestByForce(query, filter, upTo).filter((unit) => units.has(unit)).length;
  }
  return hits / (20 * 50);
}

test('exact while there are no clusters; with them hardly less, and what came later is found as well', async () => {
  const filters = new UnitFilters(segment);
  const filterOf = (...groups: string[]) => filters.find({ name: '', places: null }, { groups, nowMs: 0 });
  const everybody = filterOf('some', 'few');
  const found = new SegmentVectors(new VectorArena(), segment);
  found.refresh();
  expect(recallOf(found, everybody, count)).toBe(1);
  expect(recallOf(found, filterOf('few'), count)).toBe(1);

  state.refresh();
  expect(needsClusters(state)).toBe(true);
  await buildClusters(state, async () => undefined);
  expect(needsClusters(state)).toBe(false);
  found.refresh();
  expect(everybody.passing).toBeNull();
  expect(recallOf(found, everybody, count)).toBeGreaterThan(0.97);
  // Broad filters look through the lists too; narrow ones compare with all that pass.
  expect(filterOf().passingCount).toBeLessThan(exactScanMax);
  expect(recallOf(found, filterOf(), count)).toBe(1);
  expect(recallOf(found, filterOf('some'), count)).toBeGreaterThan(0.97);

  appendVectors(state.path('vec'), vectors.slice(count));
  found.refresh();
  expect(recallOf(found, everybody, count + lateCount)).toBeGreaterThan(0.97);
  const last = vectors.at(-1);
  if (last === undefined) throw new Error('no vectors');
  expect(found.score(last, last.unit)).toBeCloseTo(1, 2);

  const memory = found.bytes;
  expect(memory).toBeGreaterThan(count * dimensions);
  found.free();
});

test('damaged clusters are none', () => {
  writeFileSync(state.path('ivf'), 'not clusters');
  const found = new SegmentVectors(new VectorArena(), segment);
  found.refresh();
  const everybody = { groups: ['some', 'few'], nowMs: 0 };
  const filter = new UnitFilters(segment).find({ name: '', places: null }, everybody);
  expect(recallOf(found, filter, count + lateCount)).toBe(1);
});
