import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import { readNamedFile } from './read-named-file.ts';

/** The bytes of a file, which are those that the manifest speaks of. What was read is what was checked. */
export async function readCheckedFile<File extends string>(
  folder: string,
  manifest: { readonly files: Readonly<Record<File, { readonly sha256: string; readonly bytes: number }>> },
  file: File,
): Promise<Uint8Array> {
  const path = join(folder, file);
  const expected = manifest.files[file];
  const bytes = await readNamedFile(path, { bytesMax: expected.bytes });
  if (bytes.byteLength !== expected.bytes)
    throw new UserError(`${path} is damaged: it has ${bytes.byteLength} bytes instead of ${expected.bytes}`);
  if (createHash('sha256').update(bytes).digest('hex') !== expected.sha256)
    throw new UserError(`${path} is damaged: its SHA-256 is not the one of the manifest`);
  return bytes;
}
