import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumGrams, sumWords, type WeightSums } from './sum-weights.ts';

const buckets = 64;
// Different for every place, so that a wrong bucket, or one of the wrong label, is seen.
const weights = Int8Array.from({ length: 2 * buckets }, (_, index) => ((index * 37) % 255) - 127);
const units = (text: string) =>
  Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

/** As the description says it, without regard for time. */
function sumHashes(hashes: readonly bigint[]): WeightSums {
  const places = hashes.map((hash) => {
    const mixed = BigInt.asUintN(32, (hash ^ (hash >> 15n)) * 0x85ebca6bn);
    return Number((mixed ^ (mixed >> 13n)) % BigInt(buckets)) * 2;
  });
  const sum = (side: number) => places.reduce((total, place) => total + (weights[place + side] ?? 0), 0);
  return { attack: sum(0), unsafe: sum(1), count: places.length };
}

function hash(text: string, basis: bigint): bigint {
  return Array.from(units(text)).reduce(
    (found, unit) => BigInt.asUintN(32, (found ^ BigInt(unit)) * 0x01000193n),
    basis,
  );
}

function gramsOf(text: string): string[] {
  return text
    .split(/[\0- ]+/)
    .filter((piece) => piece !== '')
    .map((piece) => ` ${piece} `)
    .flatMap((piece) => [2, 3, 4, 5].flatMap((length) => slices(piece, length)));
}

function slices(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length),
  );
}

const texts = fc.string({
  unit: fc.constantFrom(...'abcxyz019 \n\t.,<|"é字、“\u{10000}'.split(''), ' ', ' '),
  maxLength: 60,
});

describe('the sums of a window', () => {
  it('are of every n-gram within a piece, with a space at either end', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const expected = sumHashes(gramsOf(text).map((gram) => hash(gram, 0x811c9dc5n)));
        expect(sumGrams(weights, units(text))).toEqual(expected);
      }),
    );
  });

  it('are of every word and every pair', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const words = (text.match(/(?:[a-z0-9\u00c0-\u1fff\u2070-\u2fff\u3040-\uffff])+/g) ?? []).map(
          (word) => hash(word, 0x2b1f3d47n),
        );
        const pairs = words.slice(1).map((word, at) => {
          return BigInt.asUintN(32, (words[at] ?? 0n) * 0x9e3779b1n + word);
        });
        expect(sumWords(weights, units(text))).toEqual(sumHashes([...words, ...pairs]));
      }),
    );
  });

  it('are nothing where there is nothing', () => {
    expect(sumGrams(weights, units(' \n '))).toEqual({ attack: 0, unsafe: 0, count: 0 });
    expect(sumWords(weights, units('... !'))).toEqual({ attack: 0, unsafe: 0, count: 0 });
  });
});
