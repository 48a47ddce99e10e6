import { type EncodingRequest, encodeTexts } from './encode-texts.ts';
import type { EncoderManifest } from './read-encoder-manifest.ts';
import { serveModel } from './serve-model.ts';

await serveModel<EncoderManifest, EncodingRequest, Float32Array>(async (toLoad) => {
  // Imported here, so that a native library that does not load is reported like any other failure.
  const { loadEncoderModel } = await import('./load-encoder-model.ts');
  const model = await loadEncoderModel(toLoad);
  return async (request) => await encodeTexts(model, request);
});
