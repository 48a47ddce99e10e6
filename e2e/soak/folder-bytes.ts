import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The size of all files in a folder that is written to meanwhile: what is gone by then counts nothing. */
export function folderBytes(path: string): number {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.reduce((sum, entry) => {
      if (!entry.isFile()) return sum;
      try {
        return sum + statSync(join(entry.parentPath, entry.name)).size;
      } catch {
        return sum;
      }
    }, 0);
  } catch {
    return 0;
  }
}
