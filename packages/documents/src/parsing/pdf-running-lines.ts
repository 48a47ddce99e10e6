import type { PageBlock } from './pdf-blocks.ts';
import type { PageLine } from './pdf-lines.ts';

/** How many lines at the top and at the bottom of a page may be running heads and feet. */
const outerLines = 2;
const pagesMin = 2;
/** Left and right pages may have different ones. */
const pagesShareMin = 0.4;
const bareNumber = /^[\s–|·-]*\d{1,4}[\s–|·-]*$/u;
const pageNumber = /^(?:page|seite|pagina|página|p\.|s\.)?\s*#(?:\s*(?:of|von|de|di|sur|\/)\s*\d{1,4})?$/iu;

/** Takes heads and feet that are repeated at the same height out of the pages, so that they do not interrupt sentences. */
export class RunningLines {
  readonly #keys: ReadonlySet<string>;
  readonly #shown = new Set<string>();

  /** Learns them from the first pages. */
  constructor(pages: ReadonlyArray<readonly PageBlock[]>) {
    const counts = new Map<string, number>();
    for (const [position, blocks] of pages.entries())
      for (const key of new Set(outermost(blocks).map((line) => keyOf(line, position + 1))))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    const least = Math.max(pagesMin, pagesShareMin * pages.length);
    this.#keys = new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])));
  }

  /** What they say is kept once, at the top of the page where it is first read; page numbers are not. */
  takeFrom(blocks: readonly PageBlock[], number: number): PageBlock[] {
    const outer = new Set(outermost(blocks).filter((line) => this.#keys.has(keyOf(line, number))));
    const kept = [...outer].filter((line) => this.#isNews(line, number));
    const rest = blocks.flatMap((block): PageBlock[] => {
      if (block.kind === 'table') return [block];
      const lines = block.lines.filter((line) => !outer.has(line));
      return lines.length > 0 ? [{ kind: 'lines', lines }] : [];
    });
    return kept.length > 0 ? [{ kind: 'lines', lines: kept }, ...rest] : rest;
  }

  #isNews(line: PageLine, number: number): boolean {
    const words = wordsOf(line, number);
    if (pageNumber.test(words) || this.#shown.has(words)) return false;
    this.#shown.add(words);
    return true;
  }
}

function outermost(blocks: readonly PageBlock[]): PageLine[] {
  const lines = blocks.flatMap((block) => (block.kind === 'lines' ? block.lines : []));
  const fromTop = lines.toSorted((one, other) => other.y - one.y);
  return [...new Set([...fromTop.slice(0, outerLines), ...fromTop.slice(-outerLines)])];
}

function keyOf(line: PageLine, number: number): string {
  return `${Math.round(line.y)} ${wordsOf(line, number)}`;
}

/** With the number of the page as `#`. Other numbers that differ from page to page are content. */
function wordsOf({ text }: PageLine, number: number): string {
  return bareNumber.test(text) ? '#' : text.replace(new RegExp(`(?<!\\d)${number}(?!\\d)`), '#');
}
