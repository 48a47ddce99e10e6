/** Does the work for each item, at most `runningMax` at a time. After a failure no more are begun. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  runningMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = eachOf(items);
  // All workers take from one iterator, which closes for all of them when one leaves its loop.
  await Promise.all(
    Array.from({ length: Math.min(runningMax, items.length) }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/** The iterator of an array itself cannot be closed. */
function* eachOf<Item>(items: readonly Item[]): Generator<Item> {
  yield* items;
}
