import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Screener } from '@avow/inference';
import { openEmbeddedScreener } from '@avow/inference';
import { screenerFolder } from '@avow/weights';
import { type ModelFacts, readModelFacts } from './read-model-facts.ts';

const shipped = fileURLToPath(screenerFolder);

/** The folder of the screening model, by default the one that ships; null if there is none. */
export function chosenScreenerFolder(given: string | undefined): string | null {
  const folder = given === undefined ? shipped : resolve(given);
  return existsSync(join(folder, 'manifest.json')) ? folder : null;
}

/** Opens the screening model in this folder, by default the one that ships. Exits with a message if there is none. */
export async function openChosenScreener(
  given: string | undefined,
): Promise<{ readonly screener: Screener; readonly facts: ModelFacts }> {
  const folder = chosenScreenerFolder(given);
  if (folder === null) {
    console.error(`There is no screening model at ${given ?? shipped}: --model FOLDER names one.`);
    process.exit(1);
  }
  const screener = await openEmbeddedScreener({ folder, processes: availableParallelism() });
  return { screener, facts: readModelFacts(folder) };
}
