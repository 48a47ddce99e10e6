import { type EncodingRequest, encodeTexts } from './encode-texts.ts';
import type { EncoderManifest } from './read-encoder-manifest.ts';
import { serveModel } from './serve-model.ts';

await serveModel<EncoderManifest, EncodingRequest, Float32Array>(async (toLoad) => {
  // Where its native part does not load, that is said like any other reason.
  const { loadEncoderModel } = await import('./load-encoder-model.ts');
  const model = await loadEncoderModel(toLoad);
  return async (request) => await encodeTexts(model, request);
});
