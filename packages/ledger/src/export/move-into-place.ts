import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '@avow/foundation';
import { syncToDisk } from '@avow/foundation/files';

/** Gives a complete export its final name, durably: a reported export survives a power cut. */
export async function moveIntoPlace(part: string, out: string): Promise<void> {
  await moveWithoutReplacing(part, out);
  await syncToDisk(dirname(out));
}

/** A rename would replace a file created meanwhile; a hard link fails if there is one. */
async function moveWithoutReplacing(part: string, out: string): Promise<void> {
  try {
    await link(part, out);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST')
      throw new UserError(`${out} was created by another process: the complete export is in ${part}.`);
    if (!linkUnsupportedCodes.has(code)) throw error;
    await rename(part, out);
    return;
  }
  await rm(part);
}

/** The error codes of file systems without hard links. */
const linkUnsupportedCodes: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);
