import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOfOtherPlatform } from './package/other-platform.ts';

/**
 * `npm run trim` removes from node_modules what this machine never reads: the runtime of models for other platforms, the
 * headers of Node, and the Node from the registry if another one of this release runs this. `npm install` brings it back.
 */
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const ownNode = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

function bytesOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return globSync('**/*', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const found = [
  ...globSync('onnxruntime-node/bin/napi-v*/*/*', { cwd: modules }).filter(isOfOtherPlatform),
  join(ownNode, 'include'),
  join(ownNode, 'share'),
  // Not the one that runs this, which may be all that there is.
  ...(process.execPath.startsWith(join(modules, ownNode) + sep) ? [] : [join(ownNode, 'bin')]),
].map((path) => join(modules, path));
const present = found.filter(existsSync);
const megabytes = Math.round(present.reduce((sum, path) => sum + bytesOf(path), 0) / 1e6);
for (const path of present) rmSync(path, { recursive: true });
const left = Math.round(bytesOf(modules) / 1e6);
process.stdout.write(`Removed ${megabytes} MB; node_modules has ${left} MB.\n`);
