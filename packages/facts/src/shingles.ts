import { showLinks } from '@avow/text/markdown';
import { wordsOf } from '@avow/text/terms';

/** Words per shingle: three equal words in a row are seldom a coincidence. */
const shingleWords = 3;
const bandCount = 20;
const rowsPerBand = 3;

/** Addresses and tags are not part of the visible text. */
const invisible = /https?:\/\/[^\s)>\]]{1,2000}|<[/a-z][^<>\n]{0,500}>/giu;

/** Fixed, so that the same texts give the same report. */
const multipliers = Uint32Array.from({ length: bandCount * rowsPerBand }, (_, index) => mix(index + 1) | 1);
const offsets = Uint32Array.from({ length: bandCount * rowsPerBand }, (_, index) => mix(index + 0x5bd1e995));

/** The visible words of a passage, in lower case. */
export function visibleWords(text: string): string[] {
  return wordsOf(showLinks(text).replace(invisible, ' ')).map((word) => word.toLowerCase());
}

/** Hashes of all runs of three words. A shorter passage is one run. */
export function shinglesOf(words: readonly string[]): Set<number> {
  const hashes = words.map(hashText);
  const shingles = new Set<number>();
  const last = Math.max(0, hashes.length - shingleWords);
  for (let start = 0; start <= last; start += 1) {
    let hash = 0;
    for (let offset = start; offset < Math.min(start + shingleWords, hashes.length); offset += 1)
      hash = mix(hash ^ (hashes[offset] ?? 0));
    shingles.add(hash);
  }
  return shingles;
}

/** A hash of all words in order: equal for passages that are the same word for word. */
export function hashWords(words: readonly string[]): number {
  let hash = words.length;
  for (const word of words) hash = mix(hash ^ hashText(word));
  return hash;
}

/**
 * MinHash band keys: the probability that two passages share at least one rises steeply with their similarity, from 0.02 at
 * 10 % common shingles to 0.98 at 60 %.
 */
export function bandKeys(shingles: ReadonlySet<number>): Uint32Array {
  const least = new Uint32Array(bandCount * rowsPerBand).fill(0xffffffff);
  for (const shingle of shingles) {
    for (let row = 0; row < least.length; row += 1) {
      const hash = (Math.imul(shingle, multipliers[row] ?? 1) + (offsets[row] ?? 0)) >>> 0;
      if (hash < (least[row] ?? 0)) least[row] = hash;
    }
  }
  const keys = new Uint32Array(bandCount);
  for (let band = 0; band < bandCount; band += 1) {
    let key = band;
    for (let row = band * rowsPerBand; row < (band + 1) * rowsPerBand; row += 1)
      key = mix(key ^ (least[row] ?? 0));
    keys[band] = key;
  }
  return keys;
}

/** The Jaccard index of two sets of shingles. */
export function jaccard(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let offset = 0; offset < text.length; offset += 1)
    hash = Math.imul(hash ^ text.charCodeAt(offset), 0x01000193);
  return mix(hash);
}

/** Mixes the bits of a number. */
function mix(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
