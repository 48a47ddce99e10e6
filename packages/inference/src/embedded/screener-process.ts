import type { ScreenerManifest } from './read-screener-manifest.ts';
import type { ScreenerAnswer, ScreenerRequest } from './screener-request.ts';
import { serveModel } from './serve-model.ts';

await serveModel<ScreenerManifest, ScreenerRequest, ScreenerAnswer>(async (toLoad) => {
  // Imported here, so that a native library that does not load is reported like any other failure.
  const { loadScreenerModel } = await import('./load-screener-model.ts');
  return await loadScreenerModel(toLoad);
});
