import { readFile } from 'node:fs/promises';
import { UserError } from '../../errors/user-error.ts';

/** Reads a file, or says which one could not be read. */
export async function readNamedFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new UserError(code === 'ENOENT' ? `${path} is missing` : `${path} cannot be read (${code})`, {
      cause: error,
    });
  }
}
