import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarkdownLine } from '@avow/text/markdown';
import { corpora } from '../../research/harness/corpora.ts';
import { readRows } from '../../research/harness/data-sets.ts';
import { createRandom, shuffle } from '../../research/harness/random.ts';

interface Page {
  readonly title: string;
  readonly text: string;
}

const seed = 1000;
/** Every so many pages one is HTML. */
const htmlEvery = 4;
const pageUnitsMin = 200;

/** Writes that many real pages of all the corpora as files; gives their bytes. */
export function writePages(
  dataFolder: string,
  wanted: { readonly folder: string; readonly count: number },
): number {
  const pages = corpora
    .flatMap((corpus) => readRows<Page>(dataFolder, `${corpus}/docs`))
    .filter(({ text }) => text.length >= pageUnitsMin);
  let bytes = 0;
  for (const [at, page] of shuffle(pages, createRandom(seed)).slice(0, wanted.count).entries()) {
    const isHtml = at % htmlEvery === 0;
    const content = isHtml ? htmlOf(page) : `# ${page.title}\n\n${page.text}\n`;
    const name = `page-${String(at).padStart(5, '0')}.${isHtml ? 'html' : 'md'}`;
    writeFileSync(join(wanted.folder, name), content);
    bytes += Buffer.byteLength(content);
  }
  return bytes;
}

/** Headings and paragraphs: as much as a plain page of a website has. */
function htmlOf({ title, text }: Page): string {
  const blocks = text.split(/\n{2,}/).map((block) => {
    const { kind, level, start, end } = readMarkdownLine(block);
    return kind === 'heading' && !block.includes('\n')
      ? `<h${level}>${escaped(block.slice(start, end))}</h${level}>`
      : `<p>${escaped(block)}</p>`;
  });
  return `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>\n${blocks.join('\n')}\n</main></body></html>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
