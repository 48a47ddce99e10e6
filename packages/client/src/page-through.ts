import type { PagePromise } from './shapes.ts';

interface AnyPage {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** A promise of the first page that also iterates over the entries of all pages. */
export function pageThrough(
  read: (cursor: string | undefined) => Promise<AnyPage>,
): PagePromise<AnyPage, unknown> {
  const first = read(undefined);
  async function* entries() {
    for (let page = await first; ; page = await read(page.next_cursor)) {
      yield* page.data;
      if (page.next_cursor === null) return;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: entries });
}
