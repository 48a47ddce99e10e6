import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = ['*.md', 'docs/**/*.md', 'packages/*/README.md', '{checks,research}/**/README.md'].flatMap(
  (pattern) => globSync(pattern, { cwd: root }),
);

const readPage = (path: string) => readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return true;
  if (anchor === undefined || !target.endsWith('.md')) return false;
  const anchors = [...readPage(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return !anchors.includes(anchor);
}

it('every relative link of the documentation leads to a file and a heading that exist', () => {
  const links = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(150);
  expect(links.filter(({ page, link }) => isBroken(page, link))).toEqual([]);
});
