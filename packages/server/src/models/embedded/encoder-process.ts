import { serveEncoding } from './serve-encoding.ts';

const [folder = '', threads = '1'] = process.argv.slice(2);

await serveEncoding(async () => {
  // Where its native part does not load, that is said like any other reason.
  const { loadEncoderModel } = await import('./load-encoder-model.ts');
  return await loadEncoderModel({ folder, threads: Number(threads) });
});
