import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { composeShipped } from './build-package.ts';
import { composeInstall } from './compose-install.ts';
import { composeLock, findLocked, type LockEntry } from './compose-lock.ts';

const root = new URL('../../', import.meta.url);
const own: Readonly<Record<string, LockEntry>> = JSON.parse(
  readFileSync(new URL('package-lock.json', root), 'utf8'),
).packages;
const { manifest, lock } = composeShipped();
const shipped = Object.entries(lock.packages).filter(([path]) => path !== '') as [string, LockEntry][];
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the lock file of the package', () => {
  it('has the hash of everything that is installed, and no address', () => {
    expect(shipped.length).toBeGreaterThan(200);
    const unlocked = shipped.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
    // They are in the package itself.
    expect(unlocked.map(([path, entry]) => [path, 'inBundle' in entry])).toEqual([
      ['node_modules/onnxruntime-common', true],
      ['node_modules/onnxruntime-node', true],
    ]);
    expect(JSON.stringify(lock)).not.toMatch(/"resolved"|:\/\//);
  });

  it('has the versions and hashes that the tests ran with', () => {
    const tested = new Set(
      Object.entries(own).map(([path, { name, version, integrity }]) =>
        [name ?? nameOf(path), version, integrity].join(),
      ),
    );
    const strange = shipped.filter(
      ([path, entry]) =>
        !('inBundle' in entry) &&
        !tested.has([entry.name ?? nameOf(path), entry.version, entry.integrity].join()),
    );
    expect(strange).toEqual([]);
  });

  it('gives each package what it had in the tests', () => {
    const placed = Object.fromEntries(shipped);
    for (const [name, version] of Object.entries(manifest.dependencies))
      expect(placed[`node_modules/${name}`]?.version, name).toBe(version);
    // The one of the package that needs it, not the one that happens to be at the top.
    const needed = findLocked(own, 'packages/inference', 'undici') ?? '';
    expect(manifest.dependencies['undici']).toBe(own[needed]?.version);
    for (const [path, { dependencies = {} }] of shipped)
      for (const name of Object.keys(dependencies))
        expect(findLocked(placed, path, name), `${name} for ${path}`).not.toBeNull();
  });

  const hash = (of: string) => ({ integrity: `sha512-${of}` });
  const plain: typeof manifest = { ...manifest, dependencies: {}, bundleDependencies: [] };
  const compose = (entries: Readonly<Record<string, LockEntry>>, ...direct: string[]) => {
    const paths = new Map(direct.map((name) => [name, `node_modules/${name}`]));
    const { packages } = composeLock(plain, { entries, direct: paths, bundled: new Map() });
    return Object.entries(packages).slice(1) as [string, LockEntry & { optional?: true }][];
  };

  it('places a second version below what needs it, and marks what is only optional', () => {
    const entries = {
      'node_modules/a': { version: '1.0.0', ...hash('a'), dependencies: { b: '1' } },
      'node_modules/a/node_modules/b': { version: '1.0.0', ...hash('b1'), dependencies: { d: '1' } },
      'node_modules/b': { version: '2.0.0', ...hash('b2'), optionalDependencies: { c: '1', gone: '1' } },
      'node_modules/c': { version: '1.0.0', ...hash('c'), dependencies: { d: '1' } },
      'node_modules/d': { version: '1.0.0', ...hash('d') },
      'node_modules/unused': { version: '1.0.0', ...hash('e') },
    };
    const found = compose(entries, 'b', 'a');
    expect(found.map(([path, { version, optional }]) => [path, version, optional === true])).toEqual([
      ['node_modules/a', '1.0.0', false],
      ['node_modules/a/node_modules/b', '1.0.0', false],
      ['node_modules/b', '2.0.0', false],
      ['node_modules/c', '1.0.0', true],
      ['node_modules/d', '1.0.0', false],
    ]);
  });

  it('leaves out optional packages for other platforms, which npm would install', () => {
    const [os = '', cpu = ''] = [...manifest.os, ...manifest.cpu];
    const optionalDependencies = { here: '1', elsewhere: '1', mips: '1', everywhere: '1', not: '1' };
    const of = (limits: Pick<LockEntry, 'os' | 'cpu'>) => ({
      ...{ version: '1.0.0', ...hash('p'), optional: true, ...limits },
    });
    const entries = {
      'node_modules/a': { version: '1.0.0', ...hash('a'), optionalDependencies },
      'node_modules/here': of({ os: [os], cpu: [cpu] }),
      'node_modules/elsewhere': of({ os: ['aix'], cpu: [cpu] }),
      'node_modules/mips': of({ os: [os], cpu: ['mips'] }),
      'node_modules/everywhere': of({ os: ['!aix'] }),
      'node_modules/not': of({ os: [`!${os}`] }),
    };
    const names = compose(entries, 'a').map(([path]) => nameOf(path));
    expect(names).toEqual(['a', 'everywhere', 'here']);
    const strange = shipped.filter(([, one]) => one.os?.includes(os) === false);
    expect(strange.map(([path]) => path)).toEqual([]);
  });

  it('is not written if something is missing or has no hash', () => {
    const a = { version: '1.0.0', ...hash('a'), dependencies: { b: '1' } };
    expect(() => compose({ 'node_modules/a': a }, 'a')).toThrow('needs b, which package-lock.json');
    const entries = { 'node_modules/a': a, 'node_modules/b': { version: '1.0.0' } };
    expect(() => compose(entries, 'a')).toThrow('node_modules/b has no hash');
  });
});

it('is named by the lock file that the archive is installed with, by the hash of the archive', () => {
  const install = composeInstall(manifest, { file: 'avow-1.tgz', integrity: 'sha512-x' });
  expect(install.manifest).toEqual({ private: true, dependencies: { avow: 'file:avow-1.tgz' } });
  expect(install.lock).toMatchObject({
    packages: {
      'node_modules/avow': { resolved: 'file:avow-1.tgz', integrity: 'sha512-x', hasShrinkwrap: true },
    },
  });
  // The image is installed in this way, and in no other.
  const steps = readFileSync(new URL('deploy/Dockerfile', root), 'utf8');
  expect(steps).toMatch(/npm ci --prefix \/opt\/avow /);
  expect(steps).not.toMatch(/npm install --prefix/);
});
