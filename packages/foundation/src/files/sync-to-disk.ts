import { open } from 'node:fs/promises';

/** Syncs a file, or the names in a folder, to disk. The name of a new file is durable once its folder is synced, too. */
export async function syncToDisk(path: string): Promise<void> {
  // Windows cannot open folders or sync files opened for reading, and makes names durable by itself.
  if (process.platform === 'win32') return;
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
