import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import type { ModelManifest } from './read-model-manifest.ts';
import { readNamedFile } from './read-named-file.ts';

/** The bytes of a file, which are those that the manifest speaks of. What was read is what was checked. */
export async function readCheckedFile(
  folder: string,
  manifest: ModelManifest,
  file: keyof ModelManifest['files'],
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
