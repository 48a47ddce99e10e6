/** Stores the numbers 0, 1, 2 … under 32-bit keys, in flat arrays because there are millions of them. */
export interface HashChains {
  /** Adds the next number under a key. */
  readonly add: (position: number, key: number) => void;
  /** Iterates over a key's numbers, latest first; numbers of other keys in the same slot may be among them. */
  readonly first: (key: number) => number;
  readonly next: (position: number) => number;
}

/** `first` and `next` return -1 at the end. */
export function createHashChains(count: number): HashChains {
  const slots = 2 ** Math.max(4, Math.ceil(Math.log2(count + 1)));
  const heads = new Int32Array(slots).fill(-1);
  const following = new Int32Array(count).fill(-1);
  const slotOf = (key: number) => (Math.imul(key, 0x9e3779b1) >>> 0) & (slots - 1);
  return {
    add(position, key) {
      const slot = slotOf(key);
      following[position] = heads[slot] ?? -1;
      heads[slot] = position;
    },
    first: (key) => heads[slotOf(key)] ?? -1,
    next: (position) => following[position] ?? -1,
  };
}
