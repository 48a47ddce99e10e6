import { workerData } from 'node:worker_threads';
import { SearchIndex } from '../search-index.ts';
import { serveThread } from './serve-thread.ts';

const index = new SearchIndex(workerData as ConstructorParameters<typeof SearchIndex>[0]);

serveThread(
  {
    search: (...given: Parameters<SearchIndex['search']>) => index.search(...given),
    noteChange: () => index.noteChange(),
  },
  async () => undefined,
);
