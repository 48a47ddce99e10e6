import { serveEncoding } from './serve-encoding.ts';

await serveEncoding(async (toLoad) => {
  // Where its native part does not load, that is said like any other reason.
  const { loadEncoderModel } = await import('./load-encoder-model.ts');
  return await loadEncoderModel(toLoad);
});
