import { type DocumentParser, openDocumentProcess } from '@avow/documents';
import { systemClock } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { composeGoldenSets } from '../../evaluation/compose/compose-golden-sets.ts';
import { type ShareIndexOptions, shareQuietly } from '../../publication/compose/share-index.ts';
import { createPackLoader, type PackLoader } from '../create-pack-loader.ts';

/** Loads folders into content packs, with or without a service that runs. */
export function composePackLoader(
  data: Pick<DataFolder, 'directory' | 'store'> & ShareIndexOptions['data'],
  openParser: () => DocumentParser = openDocumentProcess,
): PackLoader {
  const { directory, search, tryPackLock } = data;
  const { content } = data.store;
  const sharing = shareQuietly(data);
  return createPackLoader({
    ...(sharing === null ? {} : { onKept: sharing.onKept }),
    ...{ directory, content, search, tryPackLock },
    golden: composeGoldenSets(data).goldenSets,
    openParser,
    nowMs: systemClock.nowMs,
  });
}
