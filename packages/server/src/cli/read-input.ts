import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { UserError } from '@avow/foundation';
import { parseStrictJson, StrictJsonError } from '@avow/text';

/** The same limit as for a request to the service. */
const fileBytesMax = 512 * 1024;

/** The text of a file; `-` means standard input. */
export async function readTextInput(path: string, bytesMax = fileBytesMax): Promise<string> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readBytes(path, bytesMax);
  if (bytes.length > bytesMax) throw tooLarge(path, bytesMax);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(`${nameOf(path)} is not UTF-8.`, { cause: error });
  }
}

export async function readJsonInput(path: string, bytesMax = fileBytesMax): Promise<unknown> {
  const text = await readTextInput(path, bytesMax);
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { line, column, message } = error;
    throw new UserError(`${nameOf(path)} is not JSON: at line ${line}, column ${column}, ${message}.`, {
      cause: error,
    });
  }
}

async function readBytes(path: string, bytesMax: number): Promise<Buffer> {
  try {
    if ((await stat(path)).size > bytesMax) throw tooLarge(path, bytesMax);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

function tooLarge(path: string, bytesMax: number): UserError {
  return new UserError(`${nameOf(path)} is larger than ${bytesMax / 1024} KiB.`);
}

function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}
