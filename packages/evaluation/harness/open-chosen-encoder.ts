import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Encoder } from '@avow/inference';
import { openEmbeddedEncoder } from '@avow/inference';

const shipped = fileURLToPath(new URL('../../weights/encoder', import.meta.url));

/** The encoder in this folder; the one that ships where none is named; null, and says so, where that is missing. */
export async function openChosenEncoder(given: string | undefined): Promise<Encoder | null> {
  const folder = given === undefined ? shipped : resolve(given);
  if (given === undefined && !existsSync(join(folder, 'manifest.json'))) {
    console.error(`There is no encoder at ${folder}: measuring by words alone. --encoder FOLDER names one.`);
    return null;
  }
  // A process for each core: several threads of one are slower where the cores have something else to do.
  return await openEmbeddedEncoder({ folder, passageProcesses: availableParallelism() });
}
