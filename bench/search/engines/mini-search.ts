import MiniSearch from 'minisearch';
import type { SearchEngine } from '../search-engine.ts';

export const miniSearch: SearchEngine = {
  settings: 'as it comes, in memory',
  async build({ passages }) {
    const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'], storeFields: ['text'] });
    index.addAll(passages.map((text, id) => ({ id, text })));
    return {
      byWords: async ({ text, limit }) =>
        index
          .search(text)
          .slice(0, limit)
          .map(({ id }) => Number(id)),
      byMeaning: null,
      byBoth: null,
      close: async () => index.removeAll(),
    };
  },
  open: null,
};
