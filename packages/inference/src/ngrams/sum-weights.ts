/** What the n-grams of a window add up to: weights are whole numbers, so that the order of adding does not matter. */
export interface WeightSums {
  attack: number;
  unsafe: number;
  count: number;
}

const space = 0x20;
const gramUnitsMax = 5;
const gramBasis = 0x811c9dc5;
const wordBasis = 0x2b1f3d47;
const prime = 0x01000193;
const pairPrime = 0x9e3779b1;
const mixPrime = 0x85ebca6b;

/** Weights of both labels side by side, for every bucket. The number of buckets is a power of two. */
export type BucketWeights = Int8Array;

/** Every n-gram of two to five units that has a space at most at its ends, a space standing at either end of the text. */
export function sumGrams(weights: BucketWeights, units: Uint16Array): WeightSums {
  const padded = padPieces(units);
  const mask = weights.length / 2 - 1;
  // Plain variables: with an object to add to, this took a fifth more time.
  let attack = 0;
  let unsafe = 0;
  let count = 0;
  for (let start = 0; start + 1 < padded.length; start += 1) {
    let hash = Math.imul(gramBasis ^ at(padded, start), prime);
    const end = Math.min(start + gramUnitsMax, padded.length);
    for (let next = start + 1; next < end; next += 1) {
      const unit = at(padded, next);
      hash = Math.imul(hash ^ unit, prime);
      const place = 2 * (mix(hash) & mask);
      attack += weights[place] ?? 0;
      unsafe += weights[place + 1] ?? 0;
      count += 1;
      if (unit === space) break;
    }
  }
  return { attack, unsafe, count };
}

/** Every word, and every two that follow each other. */
export function sumWords(weights: BucketWeights, units: Uint16Array): WeightSums {
  const sums: WeightSums = { attack: 0, unsafe: 0, count: 0 };
  let last: number | null = null;
  for (let start = 0; start < units.length; ) {
    if (!isWordUnit(at(units, start))) {
      start += 1;
      continue;
    }
    let hash = wordBasis;
    for (; start < units.length && isWordUnit(at(units, start)); start += 1)
      hash = Math.imul(hash ^ at(units, start), prime);
    addBucket(weights, hash, sums);
    if (last !== null) addBucket(weights, Math.imul(last, pairPrime) + hash, sums);
    last = hash;
  }
  return sums;
}

/** One space for white space of any length, and one at either end; nothing of a text that has nothing else. */
function padPieces(units: Uint16Array): Uint16Array {
  const padded = new Uint16Array(units.length + 2);
  padded[0] = space;
  let length = 1;
  for (const unit of units) {
    if (unit > space) padded[length++] = unit;
    else if (padded[length - 1] !== space) padded[length++] = space;
  }
  if (length === 1) return padded.subarray(0, 0);
  if (padded[length - 1] !== space) padded[length++] = space;
  return padded.subarray(0, length);
}

/** Letters and digits. Of what is not ASCII all but general and Chinese punctuation. */
function isWordUnit(unit: number): boolean {
  if (unit < 0xc0) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x3000 && unit <= 0x303f);
}

function addBucket(weights: BucketWeights, hash: number, sums: WeightSums): void {
  const place = 2 * (mix(hash) & (weights.length / 2 - 1));
  sums.attack += weights[place] ?? 0;
  sums.unsafe += weights[place + 1] ?? 0;
  sums.count += 1;
}

/** The low bits of the hash alone are spread too badly. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), mixPrime);
  return mixed ^ (mixed >>> 13);
}

function at(units: Uint16Array, index: number): number {
  return units[index] ?? 0;
}
