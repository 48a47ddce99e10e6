const speakEveryMs = 5_000;

/** Processes items, a few concurrently, and prints progress. Results are in the order of the items. */
export async function workThrough<Item, Result>(
  items: readonly Item[],
  { label, atOnce }: { readonly label: string; readonly atOnce: number },
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  let done = 0;
  let spokeAtMs = Date.now();
  const takeInTurn = async () => {
    for (const [at, item] of waiting) {
      results[at] = await work(item);
      done += 1;
      if (Date.now() - spokeAtMs < speakEveryMs) continue;
      spokeAtMs = Date.now();
      process.stderr.write(`${label}: ${done} of ${items.length}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeInTurn));
  return results;
}
