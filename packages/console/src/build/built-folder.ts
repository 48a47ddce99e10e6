import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './source-hash.ts';

/** Where builds are kept, each in a folder named by the hash of its sources. */
export const buildsFolder = fileURLToPath(new URL('../../.built/', import.meta.url));

/** The only build in a package, which has no sources. */
const released = `${buildsFolder}release`;

/** Where the build of the present sources belongs, whether or not it is there. */
export const builtFolder = (): string => (existsSync(released) ? released : `${buildsFolder}${sourceHash()}`);
