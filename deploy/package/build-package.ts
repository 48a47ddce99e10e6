import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  composeLock,
  findLocked,
  type LockEntry,
  type ShippedLock,
  type ShippedManifest,
} from './compose-lock.ts';
import { isOfOtherPlatform } from './other-platform.ts';

interface Manifest {
  readonly version: string;
  readonly exports: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The pages are shipped as they were built, so that their libraries are not needed. */
const builtOnly = new Set(['console']);
const bundled = ['onnxruntime-node', 'onnxruntime-common'];
const packages = readdirSync(join(root, 'packages'));
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
const isForTests = (path: string) =>
  /\.(test|suite)\.ts$|(^|\/)test-support\/|(^|\/)src\/testing(\.ts$|\/)|\.d\.ts$/.test(path);
/** Whatever the code reads beside itself: models, guides of languages, the handbook of the demonstration. */
const assets: readonly string[] = [
  'packages/weights/{encoder,ngrams,reader,screener}/**',
  'packages/server/demo/**',
  'packages/*/src/**/*.{json,txt,css,html,svg,wasm,bin}',
  'docs/guide/**',
  'LICENSE',
  'README.md',
];

/**
 * Makes a folder from which `npm pack` makes a package that runs from `node_modules`, where Node does not strip types: the
 * same files in the same places, as JavaScript, with the runtime of models for this platform alone.
 */
export function buildPackage(folder: string): Shipped {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of packages) if (existsSync(join(root, 'packages', name, 'src'))) writeCode(folder, name);
  for (const path of globSync([...assets], { cwd: root }))
    if (!isForTests(path) && /\.\w+$|LICENSE$/.test(path)) copy(folder, path);
  const launcher = readFileSync(join(root, 'packages/server/bin/avow.js'), 'utf8');
  write(folder, 'packages/server/bin/avow.js', toJavaScriptNames(launcher, 'packages/server/bin/avow.js'));
  copyConsole(folder);
  copyRuntime(folder);
  const shipped = composeShipped();
  write(folder, 'package.json', `${JSON.stringify(shipped.manifest, null, 2)}\n`);
  write(folder, 'npm-shrinkwrap.json', `${JSON.stringify(shipped.lock, null, 2)}\n`);
  return shipped;
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function copy(folder: string, path: string): void {
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

function writeCode(folder: string, name: string): void {
  copy(folder, `packages/${name}/package.json`);
  const pattern = builtOnly.has(name)
    ? `packages/${name}/src/{index,build/**/*}.ts`
    : `packages/${name}/{src,generated}/**/*.ts`;
  for (const path of globSync(pattern, { cwd: root }).map((found) => found.split(sep).join('/'))) {
    if (isForTests(path)) continue;
    const code = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'), { mode: 'strip' });
    write(folder, path.replace(/\.ts$/, '.js'), toJavaScriptNames(code, path));
  }
}

/** Imports of our own packages become paths: below `node_modules`, no workspace links them. */
function toJavaScriptNames(code: string, path: string): string {
  return code
    .replaceAll(/'(\.{1,2}\/[^'\n]*)\.ts'/g, "'$1.js'")
    .replaceAll(/'@avow\/([a-z-]+)((?:\/[a-z]+)?)'/g, (_, name: string, entry: string) => {
      const { exports } = manifestOf(name);
      const target = typeof exports === 'string' ? exports : exports[`.${entry}`];
      if (target === undefined)
        throw new Error(`${path} imports @avow/${name}${entry}, which does not exist`);
      const way = relative(dirname(path), join('packages', name, target))
        .split(sep)
        .join('/');
      return `'${way.startsWith('.') ? way : `./${way}`}'`.replace(/\.ts'$/, ".js'");
    });
}

function copyConsole(folder: string): void {
  execFileSync(process.execPath, [join(root, 'packages/console/src/build/run.ts')], { stdio: 'inherit' });
  const found = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { builtFolder } from ${JSON.stringify(join(root, 'packages/console/src/build/built-folder.ts'))}; process.stdout.write(builtFolder());`,
    ],
    { encoding: 'utf8' },
  );
  cpSync(found, join(folder, 'packages/console/.built/release'), { recursive: true });
}

const dependenciesOfBundled = (
  name: string,
  versionOf: (path: string) => string,
): Readonly<Record<string, string>> =>
  name === 'onnxruntime-node' ? { 'onnxruntime-common': versionOf('node_modules/onnxruntime-common') } : {};

/** Bundled, because its own package has the files of every platform, and fetches more in an install script. */
function copyRuntime(folder: string): void {
  for (const name of bundled) {
    const from = join(root, 'node_modules', name);
    const filter = (path: string) =>
      !isOfOtherPlatform(relative(from, path)) && !/\.(map|md|pdb)$|\/(script|__commit\.txt)$/.test(path);
    cpSync(from, join(folder, 'node_modules', name), { recursive: true, filter });
    const path = join(folder, 'node_modules', name, 'package.json');
    const {
      scripts: _scripts,
      devDependencies: _dev,
      dependencies: _needed,
      ...manifest
    } = JSON.parse(readFileSync(path, 'utf8'));
    const dependencies = dependenciesOfBundled(name, () => manifest.version);
    writeFileSync(path, JSON.stringify({ ...manifest, dependencies }));
  }
}

interface Shipped {
  readonly manifest: ShippedManifest;
  readonly lock: ShippedLock;
}

/** With the versions that the tests have run with, of everything. */
export function composeShipped(): Shipped {
  const { packages: entries }: { readonly packages: Readonly<Record<string, LockEntry>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const direct = new Map<string, string>();
  for (const name of packages.filter((one) => !builtOnly.has(one)))
    for (const needed of Object.keys(manifestOf(name).dependencies ?? {}))
      if (!needed.startsWith('@avow/')) addDirect(direct, entries, { at: `packages/${name}`, needed });
  addDirect(direct, entries, { at: '', needed: 'onnxruntime-common' });
  const sorted = new Map([...direct].sort(([one], [other]) => (one < other ? -1 : 1)));
  const versionOf = (path: string) => entries[path]?.version ?? '';
  const manifest = {
    ...{ name: 'avow', version: manifestOf('server').version, license: 'Apache-2.0', type: 'module' },
    description: 'An answer service that goes on the record',
    bin: { avow: 'packages/server/bin/avow.js' },
    engines: { node: '>=24' },
    os: [process.platform],
    cpu: [process.arch],
    dependencies: Object.fromEntries([...sorted].map(([name, path]) => [name, versionOf(path)])),
    bundleDependencies: [...bundled],
  };
  const inside = new Map(bundled.map((name) => [name, dependenciesOfBundled(name, versionOf)]));
  return { manifest, lock: composeLock(manifest, { entries, direct: sorted, bundled: inside }) };
}

function addDirect(
  direct: Map<string, string>,
  entries: Readonly<Record<string, LockEntry>>,
  { at, needed }: { readonly at: string; readonly needed: string },
): void {
  const path = findLocked(entries, at, needed);
  if (path === null) throw new Error(`${needed} is not in package-lock.json`);
  const other = direct.get(needed);
  if (other !== undefined && entries[other]?.version !== entries[path]?.version)
    throw new Error(`packages need different versions of ${needed}`);
  direct.set(needed, path);
}
