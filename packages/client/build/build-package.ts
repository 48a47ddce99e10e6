import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const home = new URL('../', import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, home));

/** Writes the package as it is published: JavaScript and declarations, since Node strips no types inside node_modules. */
export async function buildPackage(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const compiler = at('../../node_modules/typescript/bin/tsc');
  const options = ['-p', at('tsconfig.build.json'), '--outDir', `${target}/dist`];
  await promisify(execFile)(process.execPath, [compiler, ...options]);
  // The compiler rewrites imports in JavaScript only.
  for await (const path of glob(`${target}/dist/**/*.d.ts`)) {
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  }
  const { name, version, description, license } = JSON.parse(await readFile(at('package.json'), 'utf8'));
  const entry = (file: string) => ({
    types: `./dist/src/${file}.d.ts`,
    default: `./dist/src/${file}.js`,
  });
  const manifest = {
    ...{ name, version, description, license, type: 'module', sideEffects: false },
    exports: { '.': entry('index'), './ask': entry('ask') },
    files: ['dist'],
  };
  await writeFile(`${target}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(at('README.md'), `${target}/README.md`);
  await cp(at('../../LICENSE'), `${target}/LICENSE`);
}
