import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, or the folder that the packages are installed in. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Everything that a build depends on: the pages, what they import of our own, and the versions of the libraries. */
const sources = [
  'package-lock.json',
  'packages/console/package.json',
  'packages/console/src/**/*.{ts,tsx,css,html,svg}',
  'packages/client/{src,generated}/**/*.ts',
  'packages/contract/src/**/*.ts',
  'packages/ledger-log/src/**/*.ts',
  'packages/text/src/**/*.ts',
  'docs/guide/*.md',
  'docs/images/console/*',
];

/** Changes whenever a build of the pages could differ. */
function sourceHash(): string {
  const paths = globSync(sources, { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));
  const hash = createHash('sha256');
  for (const path of paths.toSorted()) {
    hash.update(`${path.replaceAll('\\', '/')}\0`);
    hash.update(
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 16);
}

/** Where builds are kept, each in a folder named by the hash of its sources. */
export const buildsFolder = fileURLToPath(new URL('../../.built/', import.meta.url));

/** The only build in a package, which has no sources. */
const released = `${buildsFolder}release`;

/** Where the build of the present sources belongs, whether or not it is there. */
export const builtFolder = (): string => (existsSync(released) ? released : `${buildsFolder}${sourceHash()}`);
