import { open } from 'node:fs/promises';
import { UserError } from '../../errors/user-error.ts';

/** Reads a file, or says which one could not be read. One that is too large is not read at all. */
export async function readNamedFile(path: string, limits: { readonly bytesMax: number }): Promise<Buffer> {
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
