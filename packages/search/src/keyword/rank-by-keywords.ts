import type { BestCandidates } from '../best-candidates.ts';
import { findTerm, type Segment } from '../segments/segment.ts';
import { postingsPerBlock } from '../segments/segment-layout.ts';
import type { UnitFilter } from '../segments/unit-filter.ts';
import { type CollectionStatistics, computeTermWeight, scoreTerm, type TermWeight } from './bm25.ts';
import type { QueryTerm } from './query-terms.ts';

/** A segment that takes part in a search, and what of it the viewer may find. */
export interface SearchedSegment {
  readonly segment: Segment;
  readonly filter: UnitFilter;
}

/** The terms of a query, weighed over everything that is searched. */
export interface WeightedQuery {
  readonly weights: readonly TermWeight[];
  /** By segment, then by term: its number there, −1 where the segment has none. */
  readonly terms: ReadonlyArray<readonly number[]>;
}

/** Units that are looked at together: their scores stay in the nearest cache. */
const windowUnits = 2048;
/** Sums are made in different orders: a bound must not fall below its score by a rounding. */
const boundSlack = 1 + 1e-9;

export function weightQuery(
  segments: readonly SearchedSegment[],
  terms: readonly QueryTerm[],
): WeightedQuery {
  const encoded = terms.map(({ term }) => Buffer.from(term));
  const numbers = segments.map(({ segment }) => encoded.map((term) => findTerm(segment, term)));
  const unitCount = sum(segments.map(({ filter }) => filter.passingCount));
  const lengthTotal = sum(segments.map(({ filter }) => filter.lengthTotal));
  const statistics: CollectionStatistics = { unitCount, averageLength: lengthTotal / Math.max(unitCount, 1) };
  const weights = terms.map(({ times }, term) => {
    const frequencies = segments.map(({ filter }, part) => {
      const number = numbers[part]?.[term] ?? -1;
      return number === -1 ? 0 : filter.documentFrequency(number);
    });
    const weighed = computeTermWeight(sum(frequencies), statistics);
    // Twice is more than once, and not twice as much: people who write much repeat themselves.
    return { ...weighed, weight: weighed.weight * Math.sqrt(times) };
  });
  return { weights, terms: numbers };
}

/** The score of one unit, its terms added in the order of the query. */
export function scoreByKeywords(
  { segment }: SearchedSegment,
  query: {
    readonly weights: readonly TermWeight[];
    readonly terms: readonly number[];
    readonly unit: number;
  },
): number {
  const { postingStarts, postingUnits, postingFrequencies, unitLengths } = segment.arrays;
  const length = unitLengths[query.unit] ?? 0;
  let score = 0;
  for (const [position, term] of query.terms.entries()) {
    const weight = query.weights[position];
    if (term === -1 || weight === undefined) continue;
    const end = postingStarts[term + 1] ?? 0;
    const at = firstFrom(postingUnits, { unit: query.unit, start: postingStarts[term] ?? 0, end });
    if (at === end || postingUnits[at] !== query.unit) continue;
    score += scoreTerm(weight, { frequency: postingFrequencies[at] ?? 0, length });
  }
  return score;
}

/** Where a term is within its postings. */
interface Cursor {
  readonly weight: TermWeight;
  readonly start: number;
  readonly end: number;
  readonly blockStart: number;
  position: number;
  /** First posting behind the window. */
  windowEnd: number;
  /** The most that the term can add within the window. */
  bound: number;
}

const scores = new Float64Array(windowUnits);
const touched = new Uint16Array(windowUnits);

/**
 * Offers the best units of a segment by BM25. Window by window, the terms that together cannot reach the best so far are
 * only looked up for units that others brought forward, and a window that cannot reach them at all is passed over.
 */
export function rankByKeywords(
  { segment, filter }: SearchedSegment,
  query: { readonly weights: readonly TermWeight[]; readonly terms: readonly number[] },
  best: { readonly candidates: BestCandidates; readonly part: number },
): void {
  const { postingUnits } = segment.arrays;
  const cursors = openCursors(segment, query);
  while (cursors.length > 0) {
    let first = segment.unitCount;
    for (const { position } of cursors) first = Math.min(first, postingUnits[position] ?? first);
    const windowEnd = Math.min(first + windowUnits, segment.unitCount);
    for (const cursor of cursors) boundWindow(segment, cursor, windowEnd);
    cursors.sort((one, other) => one.bound - other.bound);
    const threshold = Math.max(best.candidates.threshold, 0);
    let optional = 0;
    let optionalBound = 0;
    while (optional < cursors.length) {
      const bound = optionalBound + (cursors[optional]?.bound ?? 0);
      if (bound * boundSlack > threshold) break;
      optionalBound = bound;
      optional += 1;
    }
    if (optional < cursors.length)
      scoreWindow({ segment, filter, first, cursors, optional, optionalBound }, best);
    for (let index = cursors.length - 1; index >= 0; index -= 1) {
      const cursor = cursors[index];
      if (cursor === undefined) continue;
      cursor.position = cursor.windowEnd;
      if (cursor.position === cursor.end) cursors.splice(index, 1);
    }
  }
}

function openCursors(
  { arrays }: Segment,
  { weights, terms }: { readonly weights: readonly TermWeight[]; readonly terms: readonly number[] },
): Cursor[] {
  return terms.flatMap((term, position) => {
    const weight = weights[position];
    if (term === -1 || weight === undefined) return [];
    const start = arrays.postingStarts[term] ?? 0;
    const end = arrays.postingStarts[term + 1] ?? 0;
    const blockStart = arrays.blockStarts[term] ?? 0;
    return { weight, start, end, blockStart, position: start, windowEnd: start, bound: 0 };
  });
}

function boundWindow({ arrays }: Segment, cursor: Cursor, windowEnd: number): void {
  const { postingUnits, blockFrequencyMax, blockLengthMin } = arrays;
  cursor.windowEnd = firstFrom(postingUnits, { unit: windowEnd, start: cursor.position, end: cursor.end });
  cursor.bound = 0;
  if (cursor.windowEnd === cursor.position) return;
  const blockOf = (position: number) =>
    cursor.blockStart + Math.trunc((position - cursor.start) / postingsPerBlock);
  const lastBlock = blockOf(cursor.windowEnd - 1);
  for (let block = blockOf(cursor.position); block <= lastBlock; block += 1) {
    const frequency = blockFrequencyMax[block] ?? 0;
    const bound = scoreTerm(cursor.weight, { frequency, length: blockLengthMin[block] ?? 0 });
    if (bound > cursor.bound) cursor.bound = bound;
  }
}

interface Window extends SearchedSegment {
  readonly first: number;
  /** By bound, the least first. */
  readonly cursors: readonly Cursor[];
  /** So many of the cursors, from the first, cannot bring a unit forward, together adding at most `optionalBound`. */
  readonly optional: number;
  readonly optionalBound: number;
}

function scoreWindow(
  { segment, filter, first, cursors, optional, optionalBound }: Window,
  { candidates, part }: { readonly candidates: BestCandidates; readonly part: number },
): void {
  const { postingUnits, postingFrequencies, unitLengths } = segment.arrays;
  const { passing } = filter;
  let touchedCount = 0;
  for (let index = optional; index < cursors.length; index += 1) {
    const cursor = cursors[index];
    if (cursor === undefined) continue;
    const { weight, saturationBase, saturationPerLength } = cursor.weight;
    for (let position = cursor.position; position < cursor.windowEnd; position += 1) {
      const unit = postingUnits[position] ?? 0;
      if (passing !== null && passing[unit] === 0) continue;
      const frequency = postingFrequencies[position] ?? 0;
      const at = unit - first;
      const before = scores[at] ?? 0;
      if (before === 0) {
        touched[touchedCount] = at;
        touchedCount += 1;
      }
      const saturation = saturationBase + saturationPerLength * (unitLengths[unit] ?? 0);
      scores[at] = before + (weight * frequency) / (frequency + saturation);
    }
  }
  for (let index = 0; index < touchedCount; index += 1) {
    const at = touched[index] ?? 0;
    const unit = first + at;
    let score = scores[at] ?? 0;
    scores[at] = 0;
    let reachable = optionalBound;
    for (let other = optional - 1; other >= 0; other -= 1) {
      if ((score + reachable) * boundSlack <= candidates.threshold) break;
      const cursor = cursors[other];
      if (cursor === undefined) continue;
      reachable -= cursor.bound;
      const found = firstFrom(postingUnits, { unit, start: cursor.position, end: cursor.windowEnd });
      if (found === cursor.windowEnd || postingUnits[found] !== unit) continue;
      const frequency = postingFrequencies[found] ?? 0;
      score += scoreTerm(cursor.weight, { frequency, length: unitLengths[unit] ?? 0 });
    }
    if (score > candidates.threshold) candidates.offer(score, part, unit);
  }
}

/** The first posting from `start` on whose unit is at least `unit`; `end` where there is none. */
function firstFrom(
  postingUnits: Uint32Array,
  { unit, start, end }: { readonly unit: number; readonly start: number; readonly end: number },
): number {
  let low = start;
  let step = 1;
  while (low + step < end && (postingUnits[low + step] ?? 0) < unit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postingUnits[middle] ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
