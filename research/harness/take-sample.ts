import { createRandom, shuffle } from './random.ts';

/** A sample of `count` items, the same for the same seed; null: all items in order. */
export function takeSample<Item>(
  items: readonly Item[],
  { count, seed }: { readonly count: number | null; readonly seed: number },
): readonly Item[] {
  if (count === null || items.length <= count) return items;
  return shuffle(items, createRandom(seed)).slice(0, count);
}
