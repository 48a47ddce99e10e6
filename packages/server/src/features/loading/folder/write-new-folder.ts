import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '@avow/foundation';

/** Throws if there is a folder of that name already, or none that it could be in. `nothing` says what was not done then. */
export function requireNewFolder(folder: string, nothing: string): void {
  if (existsSync(folder)) throw new UserError(`${folder} already exists. ${nothing}`);
  if (!statSync(dirname(folder), { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`There is no folder ${dirname(folder)}.`);
}

/** Writes a folder, which gets its name once it is complete. */
export async function writeNewFolder<Written>(
  folder: string,
  write: (temporary: string) => Promise<Written>,
): Promise<Written> {
  const temporary = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
  try {
    const written = await write(temporary);
    await rename(temporary, folder);
    return written;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}
