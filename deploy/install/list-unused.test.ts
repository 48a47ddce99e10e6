import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isForDevelopment, listForOthers, listSourceMaps, ownNode } from './list-unused.ts';

let modules = '';

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(modules, path)), { recursive: true });
    writeFileSync(join(modules, path), 'x');
  }
}

beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'avow-modules-'));
});
afterEach(() => rmSync(modules, { recursive: true }));

it('lists the runtimes of other platforms and the headers of Node, and nothing that runs here', () => {
  const runtime = 'onnxruntime-node/bin/napi-v6';
  const other = process.platform === 'darwin' ? 'linux' : 'darwin';
  write(
    `${runtime}/${process.platform}/${process.arch}/onnxruntime.node`,
    `${runtime}/${process.platform}/other/onnxruntime.node`,
    `${runtime}/${other}/${process.arch}/onnxruntime.node`,
    `${ownNode}/bin/node`,
    `${ownNode}/include/node.h`,
  );
  expect(listForOthers(modules).toSorted()).toEqual(
    [
      join(modules, ownNode, 'include'),
      join(modules, runtime, other, process.arch),
      join(modules, runtime, process.platform, 'other'),
    ].toSorted(),
  );
});

it('finds nothing where nothing is installed for others', () => {
  write('zod/index.js');
  expect(listForOthers(modules)).toEqual([]);
});

it('lists source maps in any depth, but not code', () => {
  write('zod/index.js', 'zod/index.js.map', '@scope/name/node_modules/zod/lib/index.cjs.map');
  expect(listSourceMaps(modules).toSorted()).toEqual(
    ['@scope/name/node_modules/zod/lib/index.cjs.map', 'zod/index.js.map'].map((path) => join(modules, path)),
  );
});

it('knows an installation for development', () => {
  expect(isForDevelopment(modules)).toBe(false);
  write('typescript/package.json');
  expect(isForDevelopment(modules)).toBe(true);
});
