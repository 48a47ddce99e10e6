import { createRandom, shuffle } from './random.ts';

/** So many of them, the same ones for the same seed; all, in their order, where `count` is null. */
export function takeSample<Item>(
  items: readonly Item[],
  { count, seed }: { readonly count: number | null; readonly seed: number },
): readonly Item[] {
  if (count === null || items.length <= count) return items;
  return shuffle(items, createRandom(seed)).slice(0, count);
}
