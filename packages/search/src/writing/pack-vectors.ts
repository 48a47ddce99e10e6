import { rmSync } from 'node:fs';
import type { VectorProgress, WaitingPassage } from '../passage-search.ts';
import { decodeDeadPlaces, isDead, type Manifest, type ManifestSegment } from '../segments/manifest.ts';
import { keyOfUnit, readUnits, type Segment } from '../segments/segment.ts';
import { quantiseVector } from '../vectors/quantise-vector.ts';
import { appendVectors, createVectorLog, type UnitVector } from '../vectors/vector-log.ts';
import type { VectorState } from './vector-state.ts';

export interface EntryState {
  readonly entry: ManifestSegment;
  readonly state: VectorState;
}

/** One vector is asked for words that stand in several segments. Curated questions first. */
export function listWaitingPassages(
  entries: readonly EntryState[],
  { encoder, limit }: { readonly encoder: string; readonly limit: number },
): WaitingPassage[] {
  const listed = new Set<string>();
  const { curated = [], document = [] } = Object.groupBy(entries, ({ entry }) => entry.kind);
  return [...curated, ...document].flatMap((one) => {
    const units: number[] = [];
    for (const unit of liveUnits(one)) {
      if (listed.size >= limit) break;
      const key = keyOfUnit(one.state.segment, unit);
      if (one.state.has(unit, encoder) || listed.has(key)) continue;
      listed.add(key);
      units.push(unit);
    }
    if (units.length === 0) return [];
    return readUnits(one.state.segment, units).map(({ headings, text }, index) => ({
      key: keyOfUnit(one.state.segment, units[index] ?? 0),
      text: headings === '' ? text : `${headings}\n${text}`,
    }));
  });
}

export function countVectors(entries: readonly EntryState[], encoder: string): VectorProgress {
  let done = 0;
  let total = 0;
  for (const one of entries) {
    for (const unit of liveUnits(one)) {
      total += 1;
      if (one.state.has(unit, encoder)) done += 1;
    }
  }
  return { done, total };
}

/**
 * Adds the vectors wherever their keys are found. Those of another encoder cannot be compared with them, and go. Only under
 * the lock of the pack.
 */
export function fileVectors(
  states: readonly VectorState[],
  given: {
    readonly encoder: string;
    readonly nowMs: number;
    readonly vectors: ReadonlyArray<{ readonly key: string; readonly vector: Float32Array }>;
  },
): void {
  const { encoder, nowMs } = given;
  const quantised = given.vectors.map(({ key, vector }) => ({ key, ...quantiseVector(vector) }));
  const dimensions = quantised[0]?.values.length;
  if (dimensions === undefined) return;
  const known = states.flatMap(({ header }) => (header?.encoder === encoder ? header.dimensions : []));
  if ([...known, ...quantised.map(({ values }) => values.length)].some((other) => other !== dimensions))
    throw new RangeError('the vectors of one encoder have one number of dimensions');
  const found = states.map((state) => ({
    state,
    vectors: quantised.flatMap(({ key, values, scale }): UnitVector[] => {
      const unit = state.findUnit(key);
      return unit === undefined ? [] : [{ unit, values, scale }];
    }),
  }));
  // Keys that nobody knows say nothing of the encoder either.
  if (found.every(({ vectors }) => vectors.length === 0)) return;
  for (const { state, vectors } of found) {
    const isOfOther = state.header !== null && state.header.encoder !== encoder;
    if (vectors.length === 0) {
      if (isOfOther) rmSync(state.path('vec'), { force: true });
    } else if (state.header === null || isOfOther) {
      createVectorLog(state.path('vec'), { encoder, dimensions, createdAtMs: nowMs, vectors });
    } else {
      appendVectors(state.path('vec'), vectors);
    }
    state.refresh();
  }
}

/** The entries of several manifests, each segment once. */
export function distinctSegments(manifests: readonly Manifest[]): ManifestSegment[] {
  return [...new Map(manifests.flatMap(({ segments }) => segments.map((one) => [one.id, one]))).values()];
}

function* liveUnits({ entry, state }: EntryState): Generator<number> {
  const segment: Segment = state.segment;
  const { unitPlaceStarts } = segment.arrays;
  const dead = decodeDeadPlaces(entry);
  for (let unit = 0; unit < segment.unitCount; unit += 1) {
    const end = unitPlaceStarts[unit + 1] ?? 0;
    let place = unitPlaceStarts[unit] ?? 0;
    while (place < end && isDead(dead, place)) place += 1;
    if (place < end) yield unit;
  }
}
