import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders in which Node looks for the dependencies of a module, and which exist. */
export function listDependencyFolders(moduleUrl: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(fileURLToPath(moduleUrl)); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules');
    if (existsSync(path)) folders.push(`${path}/`);
    if (folder === dirname(folder)) return folders;
  }
}
