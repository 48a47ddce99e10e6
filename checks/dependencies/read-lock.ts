import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  readonly integrity: string | null;
  readonly hasInstallScript: boolean;
  /** Installed for those who work on the project, not for users. */
  readonly isForDevelopment: boolean;
}

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const readEntries = (root: string): Entries =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Entries }).packages;

/** Optional packages, mostly builds for other platforms, that a package names and the lock file does not. */
export function findUnlocked(root: string): string[] {
  const entries = readEntries(root);
  return Object.entries(entries).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies as object).filter(
      (name) => !(`${path}/node_modules/${name}` in entries || `node_modules/${name}` in entries),
    ),
  );
}

/** The packages of others in the lock file. */
export function readLock(root: string): LockedPackage[] {
  return Object.entries(readEntries(root))
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, found]) => ({
      name: String(found['name'] ?? path.split('node_modules/').at(-1)),
      version: String(found['version']),
      license: typeof found['license'] === 'string' ? found['license'] : null,
      integrity: typeof found['integrity'] === 'string' ? found['integrity'] : null,
      hasInstallScript: found['hasInstallScript'] === true,
      isForDevelopment: found['dev'] === true,
    }));
}

const permissive = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'],
  ...['MIT-0', 'Python-2.0', 'Unlicense', 'Zlib'],
  // On its own files only, which are not changed here.
  'MPL-2.0',
  // A font, which is passed on unchanged but for a choice of its characters.
  'OFL-1.1',
]);

/** Packages whose manifest names no licence, and the licence that their repository has. */
const known: Readonly<Record<string, string>> = {
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
  limiter: 'MIT',
};

/** Whether the package may be used and passed on under the licence of the project. */
export function isPermitted({ name, license }: Pick<LockedPackage, 'name' | 'license'>): boolean {
  const text = (license ?? known[name] ?? '').replace(/[()]/g, ' ').trim();
  return text
    .split(/\s+or\s+/i)
    .some((choice) => choice.split(/\s+and\s+/i).every((part) => permissive.has(part.trim())));
}
