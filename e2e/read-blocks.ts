import { readdirSync, readFileSync } from 'node:fs';
import { fencedBody, markdownBlocks, readMarkdownLine } from '@avow/text/markdown';

const root = new URL('../', import.meta.url);
const guide = 'docs/guide/';

/** A page for users, with its shell commands in the order in which it shows them. */
export interface DocumentedPage {
  readonly page: string;
  readonly blocks: readonly string[];
}

/** README and guide. A block in another shell language would not be run: it is an error. */
export function readDocumentedPages(): DocumentedPage[] {
  const guidePages = readdirSync(new URL(guide, root)).filter((name) => name.endsWith('.md'));
  return ['README.md', ...guidePages.sort().map((name) => `${guide}${name}`)]
    .map((page) => ({ page, blocks: readBlocks(page) }))
    .filter(({ blocks }) => blocks.length > 0);
}

function readBlocks(page: string): string[] {
  const text = readFileSync(new URL(page, root), 'utf8');
  return [...markdownBlocks(text)].flatMap(({ kind, start, end }) => {
    const block = text.slice(start, end);
    const [first = ''] = block.split('\n', 1);
    const fence = readMarkdownLine(first);
    if (kind !== 'code' || fence.kind !== 'fence') return [];
    const language = first.slice(fence.start, fence.end);
    if (/^(bash|shell|console|zsh)$/.test(language))
      throw new Error(`${page} has a block of ${language}: mark commands with sh`);
    return language === 'sh' ? [`${fencedBody(block)}\n`] : [];
  });
}
