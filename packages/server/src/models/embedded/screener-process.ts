import type { ScreenerManifest } from './read-screener-manifest.ts';
import type { ScreenerAnswer, ScreenerRequest } from './screener-request.ts';
import { serveModel } from './serve-model.ts';

await serveModel<ScreenerManifest, ScreenerRequest, ScreenerAnswer>(async (toLoad) => {
  // Where its native part does not load, that is said like any other reason.
  const { loadScreenerModel } = await import('./load-screener-model.ts');
  return await loadScreenerModel(toLoad);
});
