import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePassageSearch } from './contract/passage-search.suite.ts';
import { openPassageSearch } from './open-passage-search.ts';

describePassageSearch('embedded', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'avow-search-'));
  const search = await openPassageSearch({ directory });
  return {
    search,
    openAgain: () => openPassageSearch({ directory }),
    dispose: async () => {
      await search.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
