import type { GiveWay } from './create-turns.ts';

/**
 * Two questions ask the same from this cosine on. Chosen by measurement (docs/evaluation.md): a draft takes all phrasings
 * of a group for one question, so what is put together wrongly costs more than what is left apart.
 */
export const meaningLine = 0.84;

/** A phrasing, and how often it was asked. All vectors have length 1 and as many dimensions. */
export interface PlacedPhrasing {
  readonly vector: Float32Array;
  readonly count: number;
}

/**
 * The number of the group of each phrasing, counted from 0. In their order: each joins the group whose middle is nearest,
 * where that is near enough, and begins one of its own else.
 */
export async function groupByMeaning(
  phrasings: readonly PlacedPhrasing[],
  giveWay: GiveWay,
  line: number = meaningLine,
): Promise<number[]> {
  const groups: Middle[] = [];
  const found: number[] = [];
  for (const phrasing of phrasings) {
    await giveWay();
    const own = { unit: phrasing.vector, tailLength: tailLengthOf(phrasing.vector) };
    let best = -1;
    let bestCosine = line;
    for (let group = 0; group < groups.length; group += 1) {
      const cosine = cosineWhereAtLeast(bestCosine, own, groups[group] as Middle);
      // The first of equals: it was begun by what is asked more.
      if (cosine === null || (cosine === bestCosine && best >= 0)) continue;
      best = group;
      bestCosine = cosine;
    }
    if (best < 0) best = groups.push({ ...own, sum: scaled(phrasing) }) - 1;
    else groups[best] = joined(groups[best] as Middle, phrasing);
    found.push(best);
  }
  return found;
}

/** Which of the phrasings is nearest to all others, each as often as it was asked. */
export function nearestToAll(phrasings: readonly PlacedPhrasing[]): number {
  const [first] = phrasings;
  if (first === undefined) return -1;
  const sum = phrasings.slice(1).reduce((soFar, phrasing) => added(soFar, phrasing), scaled(first));
  const nearness = phrasings.map(({ vector }) => dot(vector, sum, 0, sum.length));
  return nearness.indexOf(Math.max(...nearness));
}

interface Placed {
  /** At length 1. */
  readonly unit: Float32Array;
  /** Of the second half of its numbers alone. */
  readonly tailLength: number;
}

interface Middle extends Placed {
  readonly sum: Float64Array;
}

/**
 * Null where it is less. After half of the numbers most can be told to be too far: the rest adds no more than the product
 * of what is left of both.
 */
function cosineWhereAtLeast(least: number, one: Placed, other: Placed): number | null {
  const half = one.unit.length >> 1;
  const head = dot(one.unit, other.unit, 0, half);
  // A little more, for what rounding may take away.
  if (head + one.tailLength * other.tailLength + 1e-6 < least) return null;
  const cosine = head + dot(one.unit, other.unit, half, one.unit.length);
  return cosine < least ? null : cosine;
}

function tailLengthOf(unit: Float32Array): number {
  return Math.sqrt(dot(unit, unit, unit.length >> 1, unit.length));
}

function joined(group: Middle, phrasing: PlacedPhrasing): Middle {
  const sum = added(group.sum, phrasing);
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  const unit = Float32Array.from(sum, (value) => value / length);
  return { sum, unit, tailLength: tailLengthOf(unit) };
}

function scaled({ vector, count }: PlacedPhrasing): Float64Array {
  return Float64Array.from(vector, (value) => value * count);
}

function added(sum: Float64Array, { vector, count }: PlacedPhrasing): Float64Array {
  return sum.map((value, index) => value + count * (vector[index] as number));
}

/** Four sums side by side: one alone would wait for itself at every step. */
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
