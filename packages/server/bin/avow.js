#!/usr/bin/env node
// Finds a Node that runs TypeScript as it is: the one that runs this, or the one that came with the install.
import { spawn } from 'node:child_process';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeMajorMin = 24;
const main = new URL('../src/cli/main.ts', import.meta.url);

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
