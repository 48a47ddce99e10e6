import { readFile, stat } from 'node:fs/promises';
import { UserError } from '@avow/foundation';
import { folderLimits } from '../../../limits/pack-limits.ts';

/** A file that a person has named, up to the size that a pack accepts. */
export async function readBounded(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > folderLimits.fileBytesMax)
      throw new UserError(`${path} is larger than ${folderLimits.fileBytesMax} bytes.`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new UserError(`${path} cannot be read (${code}).`, { cause: error });
  }
}
