import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes the folder for its owner alone, and those above it that are missing. Their names are on the disk when it returns. */
export function makePrivateFolder(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  const highest = resolve(made);
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    syncFolder(dirname(folder));
    if (folder === highest || folder === dirname(folder)) return;
  }
}

/** A name is on the disk once the folder that it stands in is. */
function syncFolder(path: string): void {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
