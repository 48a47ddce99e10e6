import { createHash } from 'node:crypto';

export const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest());

const join = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.concat([Buffer.of(1), left, right]));

export const fromHex = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));
export const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Leaf hashes that all differ. */
export const makeLeafHashes = (count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, index) => sha256(Buffer.from(`\0leaf ${index}`)));

/** The recursion of RFC 6962, section 2.1, taken literally and independent of the code it is compared with. */
export function naiveTree(leafHashes: readonly Uint8Array[]) {
  const known = new Map<number, Uint8Array>();
  const half = (count: number) => 2 ** Math.ceil(Math.log2(count) - 1);

  const hashOf = (start: number, end: number): Uint8Array => {
    if (start === end) return sha256(new Uint8Array());
    if (end - start === 1) return leafHashes[start] ?? new Uint8Array();
    const key = start * 2 ** 20 + end;
    const middle = start + half(end - start);
    const hash = known.get(key) ?? join(hashOf(start, middle), hashOf(middle, end));
    known.set(key, hash);
    return hash;
  };

  const path = (index: number, start: number, end: number): readonly Uint8Array[] => {
    if (end - start === 1) return [];
    const middle = start + half(end - start);
    return index < middle
      ? [...path(index, start, middle), hashOf(middle, end)]
      : [...path(index, middle, end), hashOf(start, middle)];
  };

  const subproof = (
    older: number,
    part: readonly [number, number],
    whole: boolean,
  ): readonly Uint8Array[] => {
    const [start, end] = part;
    if (older === end - start) return whole ? [] : [hashOf(start, end)];
    const count = half(end - start);
    return older <= count
      ? [...subproof(older, [start, start + count], whole), hashOf(start + count, end)]
      : [...subproof(older - count, [start + count, end], false), hashOf(start, start + count)];
  };

  return {
    root: (size: number) => hashOf(0, size),
    inclusion: (index: number, size: number) => path(index, 0, size),
    consistency: (older: number, newer: number) => (older === 0 ? [] : subproof(older, [0, newer], true)),
    leaf: (index: number) => leafHashes[index] ?? new Uint8Array(),
  };
}

/** The turns from the root down to a leaf: two sizes in which they are the same give proofs of the same shape. */
export function turnsTo(index: number, size: number): string {
  if (size === 1) return '';
  const count = 2 ** Math.ceil(Math.log2(size) - 1);
  return index < count ? `L${turnsTo(index, count)}` : `R${turnsTo(index - count, size - count)}`;
}

/** The turns from the newer root down to the last part that is whole in both trees. */
export function turnsBetween(older: number, newer: number): string {
  if (older === newer) return '';
  const count = 2 ** Math.ceil(Math.log2(newer) - 1);
  return older <= count ? `L${turnsBetween(older, count)}` : `R${turnsBetween(older - count, newer - count)}`;
}

/** A copy with one bit turned. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}
