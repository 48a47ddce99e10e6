import { SearchIndex } from '../search-index.ts';
import { serveThread } from './serve-thread.ts';

serveThread((data) => {
  const index = new SearchIndex(data as ConstructorParameters<typeof SearchIndex>[0]);
  return {
    methods: {
      search: (...given: Parameters<SearchIndex['search']>) => index.search(...given),
      noteChange: () => index.noteChange(),
    },
  };
});
