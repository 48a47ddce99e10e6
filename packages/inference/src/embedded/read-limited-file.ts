import { open } from 'node:fs/promises';
import { UserError } from '@avow/foundation';

/** Reads a file, or throws an error that names it. A file over the limit is not read at all. */
export async function readLimitedFile(path: string, limits: { readonly bytesMax: number }): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size > limits.bytesMax)
      throw new UserError(
        `${path} is too large: it has ${size} bytes, and ${limits.bytesMax} at most are expected`,
      );
    return await file.readFile();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new UserError(code === 'ENOENT' ? `${path} is missing` : `${path} cannot be read (${code})`, {
      cause: error,
    });
  }
}
