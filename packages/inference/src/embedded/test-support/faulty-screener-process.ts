import { loadScreenerModel } from '../load-screener-model.ts';
import type { ScreenerManifest } from '../read-screener-manifest.ts';
import type { ScreenerAnswer, ScreenerRequest } from '../screener-request.ts';
import { serveModel } from '../serve-model.ts';
import { withFaults } from './with-faults.ts';

await serveModel<ScreenerManifest, ScreenerRequest, ScreenerAnswer | null>(
  async (toLoad) => await withFaults(toLoad, await loadScreenerModel(toLoad)),
);
