import type { GiveWay } from '@avow/foundation/concurrency';
import { largest } from '@avow/foundation/statistics';

/**
 * Two questions ask the same from this cosine similarity on. Chosen by measurement (docs/evaluation.md): a draft treats all
 * phrasings of a group as one question, so a wrong merge costs more than a missed one.
 */
export const vectorSimilarityMin = 0.84;

/** A phrasing, and how often it was asked. All vectors have length 1 and the same number of dimensions. */
export interface EmbeddedPhrasing {
  readonly vector: Float32Array;
  readonly count: number;
}

/**
 * The group number of each phrasing, counted from 0. In order, each joins the group with the nearest centroid if that is
 * near enough, and otherwise starts a new one.
 */
export async function groupByVectors(
  phrasings: readonly EmbeddedPhrasing[],
  giveWay: GiveWay,
  similarityMin: number = vectorSimilarityMin,
): Promise<number[]> {
  const groups: Centroid[] = [];
  const found: number[] = [];
  for (const phrasing of phrasings) {
    await giveWay();
    const own = { unit: phrasing.vector, tailLength: tailLengthOf(phrasing.vector) };
    let best = -1;
    let bestCosine = similarityMin;
    for (let group = 0; group < groups.length; group += 1) {
      const cosine = cosineWhereAtLeast(bestCosine, own, groups[group] as Centroid);
      // Ties go to the first group, which was started by a more frequent phrasing.
      if (cosine === null || (cosine === bestCosine && best >= 0)) continue;
      best = group;
      bestCosine = cosine;
    }
    if (best < 0) best = groups.push({ ...own, sum: scaled(phrasing) }) - 1;
    else groups[best] = joined(groups[best] as Centroid, phrasing);
    found.push(best);
  }
  return found;
}

/** The index of the phrasing nearest to the centroid, weighted by how often each was asked. */
export function findVectorRepresentative(phrasings: readonly EmbeddedPhrasing[]): number {
  const [first] = phrasings;
  if (first === undefined) return -1;
  const sum = phrasings.slice(1).reduce((soFar, phrasing) => added(soFar, phrasing), scaled(first));
  const nearness = phrasings.map(({ vector }) => dot(vector, sum, 0, sum.length));
  return nearness.indexOf(largest(nearness));
}

interface UnitVector {
  /** At length 1. */
  readonly unit: Float32Array;
  /** The length of the second half of the vector. */
  readonly tailLength: number;
}

interface Centroid extends UnitVector {
  readonly sum: Float64Array;
}

/**
 * Null if the cosine is smaller than `least`. Half of the dimensions rule out most candidates: the rest adds at most the
 * product of the lengths of both tails.
 */
function cosineWhereAtLeast(least: number, one: UnitVector, other: UnitVector): number | null {
  const half = one.unit.length >> 1;
  const head = dot(one.unit, other.unit, 0, half);
  // A margin for rounding errors.
  if (head + one.tailLength * other.tailLength + 1e-6 < least) return null;
  const cosine = head + dot(one.unit, other.unit, half, one.unit.length);
  return cosine < least ? null : cosine;
}

function tailLengthOf(unit: Float32Array): number {
  return Math.sqrt(dot(unit, unit, unit.length >> 1, unit.length));
}

function joined(group: Centroid, phrasing: EmbeddedPhrasing): Centroid {
  const sum = added(group.sum, phrasing);
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  const unit = Float32Array.from(sum, (value) => value / length);
  return { sum, unit, tailLength: tailLengthOf(unit) };
}

function scaled({ vector, count }: EmbeddedPhrasing): Float64Array {
  return Float64Array.from(vector, (value) => value * count);
}

function added(sum: Float64Array, { vector, count }: EmbeddedPhrasing): Float64Array {
  return sum.map((value, index) => value + count * (vector[index] as number));
}

/** Four independent sums, so that additions need not wait for each other. */
function dot(one: Float32Array, other: Float32Array | Float64Array, from: number, to: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = to - ((to - from) % 4);
  for (let at = from; at < whole; at += 4) {
    first += (one[at] as number) * (other[at] as number);
    second += (one[at + 1] as number) * (other[at + 1] as number);
    third += (one[at + 2] as number) * (other[at + 2] as number);
    fourth += (one[at + 3] as number) * (other[at + 3] as number);
  }
  for (let at = whole; at < to; at += 1) first += (one[at] as number) * (other[at] as number);
  return first + second + third + fourth;
}
