import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Creates the folder and its missing parents with access for the owner only, and syncs their names to disk. */
export function makePrivateFolder(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  const highest = resolve(made);
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    syncFolder(dirname(folder));
    if (folder === highest || folder === dirname(folder)) return;
  }
}

/** A name is durable once the folder that contains it is synced. */
function syncFolder(path: string): void {
  // Windows cannot open folders and makes names durable by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
