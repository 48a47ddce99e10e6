import { create, insertMultiple, search } from '@orama/orama';
import type { Asked, SearchEngine } from '../search-engine.ts';

export const orama: SearchEngine = {
  settings: 'as it comes, in memory',
  async build({ passages, vectors }) {
    const db = create({ schema: { text: 'string', vector: 'vector[384]' } as const });
    const batch = 1000;
    for (let start = 0; start < passages.length; start += batch) {
      const rows = passages.slice(start, start + batch).map((text, at) => ({
        id: String(start + at),
        text,
        vector: Array.from(vectors.row(start + at)),
      }));
      await insertMultiple(db, rows, batch);
    }
    const rowsOf = (results: { readonly hits: ReadonlyArray<{ readonly id: string }> }) =>
      results.hits.map(({ id }) => Number(id));
    const vectorOf = ({ vector }: Asked) => ({ value: Array.from(vector), property: 'vector' });
    return {
      byWords: async ({ text, limit }) =>
        rowsOf(await search(db, { term: text, properties: ['text'], limit })),
      byMeaning: async (asked) =>
        rowsOf(
          await search(db, { mode: 'vector', vector: vectorOf(asked), similarity: 0, limit: asked.limit }),
        ),
      byBoth: async (asked) =>
        rowsOf(
          await search(db, {
            mode: 'hybrid',
            term: asked.text,
            properties: ['text'],
            vector: vectorOf(asked),
            similarity: 0,
            limit: asked.limit,
          }),
        ),
      close: async () => undefined,
    };
  },
  open: null,
};
