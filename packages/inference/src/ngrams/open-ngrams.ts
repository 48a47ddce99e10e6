import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { readVerifiedFile } from '../embedded/read-verified-file.ts';
import { nameNgrams, readNgramsManifest } from './read-ngrams-manifest.ts';
import { type NgramScores, scoreText } from './score-text.ts';

/** Below `pass` a text needs no closer look; from `stop` on the classifier is sure by itself. */
interface NgramLines {
  readonly pass: number;
  readonly stop: number;
}

/** A quick classifier that comes before the screening model: what it is sure about need not go there. */
export interface Ngrams {
  /** Changes with everything that decides the scores. */
  readonly name: string;
  readonly lines: { readonly attack: NgramLines; readonly unsafe: NgramLines };
  score(text: string): NgramScores;
}

/**
 * The n-gram classifier of a folder with `manifest.json` and `weights.bin`. Fails with a `UserError` that names the file
 * where one is missing or damaged.
 */
export async function openNgrams(folder: string): Promise<Ngrams> {
  const manifest = await readNgramsManifest(folder);
  const bytes = await readVerifiedFile(join(folder, 'weights.bin'), manifest.files['weights.bin']);
  if (bytes.byteLength !== 2 * manifest.buckets)
    throw new UserError(
      `${join(folder, 'weights.bin')} has ${bytes.byteLength} weights, and ${2 * manifest.buckets} are expected`,
    );
  const { labels } = manifest;
  const model = { weights: new Int8Array(bytes), labels };
  return {
    name: nameNgrams(manifest),
    lines: { attack: labels.attack, unsafe: labels.unsafe },
    score: (text) => scoreText(model, text),
  };
}
