import { wordsOf } from '../../text/terms.ts';

/** Words in a row that count as one thing shared: three words alike are seldom chance. */
const shingleWords = 3;
const bandCount = 20;
const rowsPerBand = 3;

/** Where a link leads, and the names of tags, are not what a passage says. */
const unsaid =
  /\]\([^()[\]\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)|https?:\/\/[^\s)>\]]{1,2000}|<[/a-z][^<>\n]{0,500}>/giu;

/** Fixed, so that the same texts give the same report. */
const multipliers = Uint32Array.from({ length: bandCount * rowsPerBand }, (_, index) => mix(index + 1) | 1);
const offsets = Uint32Array.from({ length: bandCount * rowsPerBand }, (_, index) => mix(index + 0x5bd1e995));

/** The words of a passage as its reader sees them, in small letters. */
export function saidWords(text: string): string[] {
  return wordsOf(text.replace(unsaid, ' ')).map((word) => word.toLowerCase());
}

/** Each run of three words, hashed. A passage of fewer words is one run. */
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

/** One key for all words in their order: equal for passages that are the same word for word. */
export function hashWords(words: readonly string[]): number {
  let hash = words.length;
  for (const word of words) hash = mix(hash ^ hashText(word));
  return hash;
}

/**
 * Keys of which two passages share at least one with a chance that grows steeply with how alike they are (MinHash, in
 * bands): 0.98 where they share 60 % of their shingles, 0.02 where they share 10 %.
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

/** The share of all shingles that both have. */
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

/** Spreads every bit of a number over all of them. */
function mix(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
