import { type DocumentParser, openDocumentProcess } from '@avow/documents';
import { systemClock } from '@avow/foundation';
import { createPackLoader, type PackLoader } from '../content/loading/create-pack-loader.ts';
import { createGoldenSets } from '../evaluations/create-golden-sets.ts';
import type { DataFolder } from './open-data-folder.ts';
import { type ShareIndexParts, shareQuietly } from './share-index.ts';

/** Loads folders into content packs, with or without a service that runs. */
export function composePackLoader(
  data: Pick<DataFolder, 'directory' | 'store'> & ShareIndexParts['data'],
  openParser: () => DocumentParser = openDocumentProcess,
): PackLoader {
  const { directory, search, tryPackLock } = data;
  const { content, golden } = data.store;
  const sharing = shareQuietly(data);
  return createPackLoader({
    ...(sharing === null ? {} : { onKept: sharing.onKept }),
    ...{ directory, content, search, tryPackLock },
    golden: createGoldenSets({ content, golden, clock: systemClock }),
    openParser,
    nowMs: systemClock.nowMs,
  });
}
