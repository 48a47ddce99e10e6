import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guideContents } from './guide-contents.ts';
import { escapeHtml, type GuidePage, readGuidePage } from './read-guide-page.ts';

const docs = fileURLToPath(new URL('../../../../../docs/', import.meta.url));

/**
 * Writes each page of docs/guide into the folder `guide` of a build, as the page that `guide.html` became with its text, with
 * the pictures that the pages show and what their search reads.
 */
export async function writeGuide(outDir: string): Promise<void> {
  const frame = await readFile(join(outDir, 'guide.html'), 'utf8');
  const names = guideContents.flatMap(({ pages }) => pages);
  const pages = await Promise.all(
    names.map(async (name) => readGuidePage(name, await readFile(join(docs, 'guide', `${name}.md`), 'utf8'))),
  );
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  await mkdir(join(outDir, 'guide/images'), { recursive: true });
  for (const page of pages)
    await writeFile(join(outDir, 'guide', `${page.name}.html`), fill(frame, page, titles));
  await writeFile(
    join(outDir, 'guide/search.json'),
    JSON.stringify(pages.flatMap(({ sections }) => sections)),
  );
  for (const picture of new Set(pages.flatMap(({ pictures }) => pictures)))
    await copyFile(join(docs, 'images/console', picture), join(outDir, 'guide/images', picture));
}

function fill(frame: string, { name, title, html }: GuidePage, titles: ReadonlyMap<string, string>): string {
  const groups = guideContents.map(({ title: group, pages }) => {
    const links = pages.map((page) => {
      const current = page === name ? ' aria-current="page"' : '';
      return `<a href="./../guide/${page}"${current}>${escapeHtml(titles.get(page) ?? page)}</a>`;
    });
    return `<h2>${escapeHtml(group)}</h2>${links.join('')}`;
  });
  return frame
    .replace('<title>Avow guide</title>', () => `<title>${escapeHtml(title)} · Avow guide</title>`)
    .replace('<!-- guide:navigation -->', () => groups.join(''))
    .replace('<!-- guide:content -->', () => html);
}
