import { describe, expect, it } from 'vitest';
import { readAllPages, readPages } from './read-pages.ts';

describe('readPages', () => {
  it('reads every entry once, in order, and no page more than it needs', async () => {
    for (const [count, reads] of [
      [0, 1],
      [2, 1],
      [3, 2],
      [7, 3],
    ] as const) {
      const places: (number | null)[] = [];
      const read = async ({ after, limit }: { readonly after: number | null; readonly limit: number }) => {
        places.push(after);
        const from = after === null ? 0 : after + 1;
        return Array.from({ length: Math.min(limit, count - from) }, (_, at) => ({ id: from + at }));
      };
      const all = await readAllPages(3, read, ({ id }) => id);
      expect(all.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, id) => id));
      expect(places).toEqual(Array.from({ length: reads }, (_, at) => (at === 0 ? null : at * 3 - 1)));
    }
  });

  it('reads no further page than the caller takes', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return ['one', 'two'];
    };
    for await (const entry of readPages(2, read, (one) => one)) if (entry === 'one') break;
    expect(reads).toBe(1);
  });
});
