import { createTokeniser, type Tokeniser } from './create-tokeniser.ts';
import type { ModelManifest } from './read-model-manifest.ts';
import { readVerifiedFile } from './read-verified-file.ts';

/** The tokeniser of a model, by the vocabulary in its folder. */
export async function readTokeniser(folder: string, manifest: ModelManifest): Promise<Tokeniser> {
  const vocabulary = Buffer.from(await readVerifiedFile(folder, manifest, 'vocab.txt')).toString('utf8');
  return createTokeniser({
    vocabulary: vocabulary.replace(/\n$/, '').split('\n'),
    lowerCase: manifest.lower_case,
  });
}
