import { open } from 'node:fs/promises';

/** Has a file, or the names in a folder, on the disk. A file that is new has its name there once its folder is synced too. */
export async function syncToDisk(path: string): Promise<void> {
  // Windows opens no folders, syncs nothing that was opened for reading alone, and keeps names by itself.
  if (process.platform === 'win32') return;
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
