import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Encoder } from '@avow/inference';
import { openEmbeddedEncoder } from '@avow/inference';
import { encoderFolder } from '@avow/weights';

const shipped = fileURLToPath(encoderFolder);

/** Opens the encoder in this folder, by default the one that ships. If it is missing, prints so and returns null. */
export async function openChosenEncoder(given: string | undefined): Promise<Encoder | null> {
  const folder = given === undefined ? shipped : resolve(given);
  if (given === undefined && !existsSync(join(folder, 'manifest.json'))) {
    console.error(`There is no encoder at ${folder}: measuring by words alone. --encoder FOLDER names one.`);
    return null;
  }
  // One process per core: several threads in one process are slower on a busy machine.
  return await openEmbeddedEncoder({ folder, passageProcesses: availableParallelism() });
}
