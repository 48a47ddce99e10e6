import { loadEncoderModel } from './load-encoder-model.ts';
import { serveEncoding } from './serve-encoding.ts';

const [folder = '', threads = '1'] = process.argv.slice(2);

await serveEncoding(() => loadEncoderModel({ folder, threads: Number(threads) }));
