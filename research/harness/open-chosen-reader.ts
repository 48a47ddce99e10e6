import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reader } from '@avow/inference';
import { openEmbeddedReader } from '@avow/inference';
import { readerFolder } from '@avow/weights';
import { type ModelFacts, readModelFacts } from './read-model-facts.ts';

const shipped = fileURLToPath(readerFolder);

/** The folder of the reading model, by default the one that ships; null if there is none. */
export function chosenReaderFolder(given: string | undefined): string | null {
  const folder = given === undefined ? shipped : resolve(given);
  return existsSync(join(folder, 'manifest.json')) ? folder : null;
}

/** Opens the reading model in this folder, by default the one that ships. Exits with a message if there is none. */
export async function openChosenReader(
  given: string | undefined,
): Promise<{ readonly reader: Reader; readonly facts: ModelFacts }> {
  const folder = chosenReaderFolder(given);
  if (folder === null) {
    console.error(`There is no reading model at ${given ?? shipped}: --model FOLDER names one.`);
    process.exit(1);
  }
  const processes = availableParallelism();
  return { reader: await openEmbeddedReader({ folder, processes }), facts: readModelFacts(folder) };
}
