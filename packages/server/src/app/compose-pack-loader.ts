import { type DocumentParser, openDocumentProcess } from '@avow/documents';
import { systemClock } from '@avow/foundation';
import { createPackLoader, type PackLoader } from '../content/loading/create-pack-loader.ts';
import { createGoldenSets } from '../evaluations/create-golden-sets.ts';
import type { DataFolder } from './open-data-folder.ts';

/** Loads folders into content packs, with or without a service that runs. */
export function composePackLoader(
  {
    directory,
    store,
    search,
    tryPackLock,
  }: Pick<DataFolder, 'directory' | 'store' | 'search' | 'tryPackLock'>,
  openParser: () => DocumentParser = openDocumentProcess,
): PackLoader {
  const { content, golden } = store;
  return createPackLoader({
    ...{ directory, content, search, tryPackLock },
    golden: createGoldenSets({ content, golden, clock: systemClock }),
    openParser,
    nowMs: systemClock.nowMs,
  });
}
