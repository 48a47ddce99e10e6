import type { ReaderManifest } from './read-reader-manifest.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-request.ts';
import { serveModel } from './serve-model.ts';

await serveModel<ReaderManifest, ReaderRequest, ReaderAnswer>(async (toLoad) => {
  // Where its native part does not load, that is said like any other reason.
  const { loadReaderModel } = await import('./load-reader-model.ts');
  return await loadReaderModel(toLoad);
});
