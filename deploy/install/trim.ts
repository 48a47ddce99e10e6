import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listForOthers, listSourceMaps, ownNode } from './list-unused.ts';

/**
 * `npm run trim` removes from node_modules what this machine never reads: the runtime of models for other platforms, the
 * headers of Node, maps of sources, and the Node from the registry if another one of this release runs this. `npm ci` brings
 * it back.
 */
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

function bytesOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return globSync('**/*', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

// Not the one that runs this, which may be all that there is.
const ownProgram = join(modules, ownNode, 'bin');
const isOwn = process.execPath.startsWith(join(modules, ownNode) + sep);
const unused = [
  ...listForOthers(modules),
  ...listSourceMaps(modules),
  ...(!isOwn && existsSync(ownProgram) ? [ownProgram] : []),
];
const megabytes = Math.round(unused.reduce((sum, path) => sum + bytesOf(path), 0) / 1e6);
for (const path of unused) rmSync(path, { recursive: true });
const left = Math.round(bytesOf(modules) / 1e6);
process.stdout.write(`Removed ${megabytes} MB; node_modules has ${left} MB.\n`);
