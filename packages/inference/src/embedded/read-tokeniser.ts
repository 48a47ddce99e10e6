import { join } from 'node:path';
import { createTokeniser, type Tokeniser } from './create-tokeniser.ts';
import type { ModelManifest } from './read-model-manifest.ts';
import { readVerifiedFile } from './read-verified-file.ts';

/** The tokeniser of a model, by the vocabulary in its folder. */
export async function readTokeniser(folder: string, manifest: ModelManifest): Promise<Tokeniser> {
  const bytes = await readVerifiedFile(join(folder, 'vocab.txt'), manifest.files['vocab.txt']);
  const vocabulary = Buffer.from(bytes).toString('utf8');
  return createTokeniser({
    vocabulary: vocabulary.replace(/\n$/, '').split('\n'),
    lowerCase: manifest.lower_case,
  });
}
