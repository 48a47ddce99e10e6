import { loadReaderModel } from '../load-reader-model.ts';
import type { ReaderManifest } from '../read-reader-manifest.ts';
import type { ReaderAnswer, ReaderRequest } from '../reader-request.ts';
import { serveModel } from '../serve-model.ts';
import { withFaults } from './with-faults.ts';

await serveModel<ReaderManifest, ReaderRequest, ReaderAnswer | null>(
  async (toLoad) => await withFaults(toLoad, await loadReaderModel(toLoad)),
);
