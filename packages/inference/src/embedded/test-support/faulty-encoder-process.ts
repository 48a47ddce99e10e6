import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { type EncodingRequest, encodeTexts } from '../encode-texts.ts';
import { type EncoderModel, loadEncoderModel } from '../load-encoder-model.ts';
import type { EncoderManifest } from '../read-encoder-manifest.ts';
import { serveModel } from '../serve-model.ts';

/** Encodes as usual, but does what some texts ask for. */
await serveModel<EncoderManifest, EncodingRequest, Float32Array>(async (toLoad) => {
  const model = await loadEncoderModel(toLoad);
  const faulty: EncoderModel = {
    encode: async (text, use) => {
      if (text === 'hang') for (;;);
      if (text === 'wait') await new Promise(() => undefined);
      if (text === 'crash') process.abort();
      if (text === 'throw') throw new RangeError('words of the text');
      if (text === 'rights') return rights(toLoad.folder);
      return await model.encode(text, use);
    },
  };
  return async (request) => await encodeTexts(faulty, request);
});

/** Of the environment, reading and writing: how much it has of each. */
function rights(folder: string): Float32Array {
  const names = Object.keys(env).filter((name) => !name.startsWith('NODE_CHANNEL_'));
  return Float32Array.of(
    names.length,
    isAllowed(() => readdirSync(tmpdir())),
    isAllowed(() => writeFileSync(join(folder, 'written'), '')),
    isAllowed(() => readdirSync(folder)),
    ...new Array(12).fill(0),
  );
}

function isAllowed(act: () => unknown): number {
  try {
    act();
    return 1;
  } catch {
    return 0;
  }
}
