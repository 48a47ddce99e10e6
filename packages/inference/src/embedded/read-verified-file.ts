import { createHash } from 'node:crypto';
import { UserError } from '@avow/foundation';
import { readLimitedFile } from './read-limited-file.ts';

/** Reads a file and verifies it against its entry in the manifest. The returned bytes are the verified ones. */
export async function readVerifiedFile(
  path: string,
  expected: { readonly sha256: string; readonly bytes: number },
): Promise<Uint8Array> {
  const bytes = await readLimitedFile(path, { bytesMax: expected.bytes });
  if (bytes.byteLength !== expected.bytes)
    throw new UserError(`${path} is damaged: it has ${bytes.byteLength} bytes instead of ${expected.bytes}`);
  if (createHash('sha256').update(bytes).digest('hex') !== expected.sha256)
    throw new UserError(`${path} is damaged: its SHA-256 is not the one of the manifest`);
  return bytes;
}
