import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);

it('ARCHITECTURE.md names files and folders that exist', () => {
  const page = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
  const inText = [...page.matchAll(/`((?:packages|e2e|checks)\/?[\w./-]*)`/g)].map(([, path = '']) => path);
  const inFigures = [
    ...page.matchAll(/\b((?:http|answering|confidence|content|feedback|cli|app|answers)\/[\w./-]*)/g),
  ].map(([, path = '']) => `packages/server/src/${path}`);
  const named = [
    ...inText,
    ...inFigures.filter((path) => !page.includes(`packages/server/test/${path.slice(20)}`)),
  ];
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
});
