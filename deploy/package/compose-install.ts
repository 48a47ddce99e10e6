import type { ShippedManifest } from './compose-lock.ts';

/**
 * A folder from which `npm ci` installs the package: npm follows the lock file within an archive only if another one says that
 * there is one. The hash is that of the archive.
 */
export function composeInstall(
  manifest: ShippedManifest,
  { file, integrity }: { readonly file: string; readonly integrity: string },
): { readonly manifest: object; readonly lock: object } {
  const { name, version, license, bin, engines, os, cpu, dependencies, bundleDependencies } = manifest;
  const resolved = `file:${file}`;
  const needed = { [name]: resolved };
  return {
    manifest: { private: true, dependencies: needed },
    lock: {
      ...{ lockfileVersion: 3, requires: true },
      packages: {
        '': { dependencies: needed },
        [`node_modules/${name}`]: {
          ...{ version, resolved, integrity, hasShrinkwrap: true, license, bin, engines, os, cpu },
          ...{ dependencies, bundleDependencies },
        },
      },
    },
  };
}
