import type { ReaderManifest } from './read-reader-manifest.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-request.ts';
import { serveModel } from './serve-model.ts';

await serveModel<ReaderManifest, ReaderRequest, ReaderAnswer>(async (toLoad) => {
  // Imported here, so that a native library that does not load is reported like any other failure.
  const { loadReaderModel } = await import('./load-reader-model.ts');
  return await loadReaderModel(toLoad);
});
