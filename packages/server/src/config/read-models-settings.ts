import { dirname } from 'node:path';
import type { ModelsSettings } from '@avow/inference';
import { readModelsFile } from './read-models-file.ts';
import { readSecretFile, readTextFile } from './read-text-file.ts';

/** The language models that the operator has named in this file, with their keys. Nothing is sent yet. */
export function readModelsSettings(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): ModelsSettings {
  return readModelsFile(readTextFile(path), { env, folder: dirname(path), readKeyFile: readSecretFile });
}
