import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isForDevelopment, listForOthers, listSourceMaps } from './list-unused.ts';

/**
 * The first `npm start` after `npm install --omit=dev` removes what npm cannot leave out: half of what it installs is for
 * other platforms or for compilers. An installation for development keeps everything.
 */
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const forOthers = isForDevelopment(modules) ? [] : listForOthers(modules);
// The search for maps reads every folder: it belongs to the first start alone.
if (forOthers.length > 0)
  for (const path of [...listSourceMaps(modules), ...forOthers])
    rmSync(path, { recursive: true, force: true });
