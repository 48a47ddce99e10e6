type ReadPage<Entry, Place> = (page: {
  readonly after: Place | null;
  readonly limit: number;
}) => Promise<readonly Entry[]>;

/** The entries of a list that is read page by page, in its order. `after`: the place of the last entry of the page before. */
export async function* readPages<Entry, Place>(
  limit: number,
  read: ReadPage<Entry, Place>,
  placeOf: (entry: Entry) => Place,
): AsyncGenerator<Entry, void> {
  for (let after: Place | null = null; ; ) {
    const page: readonly Entry[] = await read({ after, limit });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = placeOf(last);
  }
}

/** The same, as a list. */
export async function readAllPages<Entry, Place>(
  limit: number,
  read: ReadPage<Entry, Place>,
  placeOf: (entry: Entry) => Place,
): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entry of readPages(limit, read, placeOf)) all.push(entry);
  return all;
}
