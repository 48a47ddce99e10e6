#!/usr/bin/env node
// Finds a Node that runs TypeScript as it is: the one that runs this, or the one that came with the install.
import { spawn } from 'node:child_process';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeMajorMin = 24;
const main = new URL('../src/cli/main.ts', import.meta.url);
const packages = new URL('../../', import.meta.url).href;
const formats = { '.ts': 'module-typescript', '.js': 'module' };

/**
 * A quarter of a command is Node looking for our own modules: thousands of times it asks the disk which file is meant and of
 * which kind it is. A path in our code names the file, and every file of ours is a module.
 */
function findOwnModules() {
  const entries = new Map();
  const isOurs = (url = '') => url.startsWith(packages) && !url.includes('/node_modules/', packages.length);
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const format = specifier.startsWith('.') ? formats[specifier.slice(-3)] : undefined;
      if (format !== undefined && isOurs(context.parentURL))
        return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
      if (!specifier.startsWith('@avow/')) return next(specifier, context);
      // The same file for whoever asks: there is one workspace.
      const found = entries.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
      entries.set(specifier, found);
      return found;
    },
  });
}

function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  try {
    const folder = dirname(nodeModule.createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return null;
  }
}

if (Number(process.versions.node.split('.')[0]) >= nodeMajorMin) {
  // Two thirds of a start is compiling. What was compiled is kept beside the code, if that folder may be written; threads and
  // processes that are started from here find it by the variable.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.compiled', import.meta.url));
  nodeModule.enableCompileCache();
  findOwnModules();
  const [first, ...others] = process.argv.slice(2);
  // Programs ask for the version again and again, and everything else takes five times as long to load.
  if (others.length === 0 && (first === '--version' || first === '-V'))
    process.stdout.write(`${(await import('../src/app/version.ts')).version}\n`);
  else await import(main.href);
} else {
  const node = installedNode();
  if (node === null) {
    process.stderr.write(
      `avow: Node ${process.versions.node} is too old. Install Node ${nodeMajorMin} or newer.\n`,
    );
    process.exitCode = 1;
  } else {
    const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    // A terminal sends its interrupt to both of us: only what comes to this process alone is passed on.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  }
}
