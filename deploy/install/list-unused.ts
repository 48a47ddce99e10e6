import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { isOfOtherPlatform } from '../package/other-platform.ts';

/** The folder of the Node that comes from the registry, for machines that have an older one. */
export const ownNode = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** What this machine never reads of what npm has installed: the runtime of models for others, and the headers of Node. */
export function listForOthers(modules: string): string[] {
  return [
    ...globSync('onnxruntime-node/bin/napi-v*/*/*', { cwd: modules }).filter(isOfOtherPlatform),
    join(ownNode, 'include'),
    join(ownNode, 'share'),
  ]
    .map((path) => join(modules, path))
    .filter(existsSync);
}

/** Maps of sources: only debuggers read them. */
export function listSourceMaps(modules: string): string[] {
  return globSync('**/*.map', { cwd: modules, exclude: ['@avow/**'] }).map((path) => join(modules, path));
}

/** Whether everything was installed that is needed to work on the project. */
export function isForDevelopment(modules: string): boolean {
  return existsSync(join(modules, 'typescript'));
}
