import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
/** What ARCHITECTURE.md leaves to others: the paths in detail, and the rooms of the server. */
const details = ['docs/paths.md', 'packages/server/README.md'].map((path) =>
  readFileSync(new URL(path, root), 'utf8'),
);
const foldersIn = (path: string) =>
  readdirSync(new URL(path, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const packages = foldersIn('packages');

/** The lines that name a package in the figure under "The packages", each with its note. */
const figure = /^## The packages$.*?^```$(.*?)^```$/ms.exec(page)?.[1] ?? '';
const described = [...figure.matchAll(/^([\w-]+) {2,}\S.*$/gm)].map(([line, name = '']) => ({ line, name }));

/** What the manifest of a package depends on. */
function dependenciesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`packages/${name}/package.json`, root), 'utf8');
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(text);
  return Object.keys(manifest.dependencies ?? {});
}

it('ARCHITECTURE.md, and what it leaves to others, name files and folders that exist', () => {
  const pages = [page, ...details].join('\n');
  const inText = [...pages.matchAll(/`((?:packages|e2e|checks)\/?[\w./-]*)`/g)].map(([, path = '']) => path);
  const rooms = foldersIn('packages/server/src').join('|');
  const inFigures = [...pages.matchAll(new RegExp(`(?<![\\w/-])((?:${rooms})/[\\w./-]*)`, 'g'))].map(
    ([, path = '']) => `packages/server/src/${path}`,
  );
  const named = [...inText, ...inFigures];
  expect(inFigures.length).toBeGreaterThan(70);
  expect(named.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
});

it('ARCHITECTURE.md and CONTRIBUTING.md name each package once', () => {
  expect(described.map(({ name }) => name).toSorted()).toEqual(packages.toSorted());
  const contributing = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  const [, table = ''] = /^(\| Package .*?)\n\n/ms.exec(contributing) ?? [];
  const rows = [...table.matchAll(/^\| `([\w-]+)` /gm)].map(([, name = '']) => name);
  expect(rows.toSorted()).toEqual(packages.toSorted());
});

it('what ARCHITECTURE.md says that a package depends on is what its manifest names', () => {
  const noted = described.filter(({ line }) => /(?:nothing of ours|zod only|no dependencies)$/.test(line));
  expect(noted.length).toBeGreaterThan(4);
  for (const { line, name } of noted) {
    const names = dependenciesOf(name);
    if (line.endsWith('no dependencies')) expect(names, name).toEqual([]);
    else if (line.endsWith('zod only')) expect(names, name).toEqual(['zod']);
    else
      expect(
        names.filter((one) => one.startsWith('@avow/')),
        name,
      ).toEqual([]);
  }
  const unnoted = described.filter((one) => !noted.includes(one)).map(({ name }) => name);
  expect(unnoted.filter((name) => !dependenciesOf(name).some((one) => one.startsWith('@avow/')))).toEqual([]);
});

it('ARCHITECTURE.md has two pages', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(130);
});
