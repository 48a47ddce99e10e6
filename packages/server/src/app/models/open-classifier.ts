import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TextClassifier } from '@avow/inference';
import { openNgrams } from '@avow/inference';
import { ngramsFolder } from '@avow/weights';

/** The classifier that ships with the product; null if it is not installed. */
export async function openClassifier(): Promise<TextClassifier | null> {
  if (!existsSync(new URL('manifest.json', ngramsFolder))) return null;
  return await openNgrams(fileURLToPath(ngramsFolder));
}
