import { drawFrom } from '@avow/foundation/testing';

/** Pseudo-random numbers, the same for the same seed. */
export interface SeededRandom {
  /** From 0 to `end`, exclusive. */
  below(end: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function createSeededRandom(seed: number): SeededRandom {
  const next = drawFrom(seed);
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('there is nothing to pick from');
      return value;
    },
  };
}
