/** Does the work for each, so many at a time. Where one fails no more are begun. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = eachOf(items);
  // They all take from one and the same iterator, which is closed for all where one of them leaves its loop.
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/** An array's own iterator could not be closed. */
function* eachOf<Item>(items: readonly Item[]): Generator<Item> {
  yield* items;
}
