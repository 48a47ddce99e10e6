import type { PageBlock } from './pdf-blocks.ts';
import type { PageLine } from './pdf-lines.ts';

export interface RunningPage {
  readonly blocks: readonly PageBlock[];
  /** Where the page begins and ends; null if its text does not run from top to bottom. */
  readonly extent: { readonly bottom: number; readonly top: number } | null;
}

/** The share of a page, from its edge, in which running heads and feet stand. */
const marginShare = 0.12;
/** How many lines below each other they may have. */
const rowsMax = 3;
/** In line heights: what separates them from the text of the page. */
const gapMin = 1.75;
const pagesMin = 3;
/** Left and right pages may have different ones. */
const pagesShareMin = 0.4;
const pageWord = 'page|seite|pagina|página|p\\.|s\\.';
/** Other numbers are content, even if they grow from page to page: `Lesson 2`. */
const pagePhrases = [
  /(?<=^[\s–—|·-]*)\d{1,4}(?=[\s–—|·-]*$)/u,
  /(?<=^ ?)\d{1,4}(?= ?(?:of|von|de|di|sur|\/) ?\d{1,4}$)/iu,
  new RegExp(`(?<=(?<!\\p{L})(?:${pageWord}) ?)\\d{1,4}(?![\\d.,]*\\d)`, 'iu'),
  new RegExp(`(?<=^ ?)\\d{1,4}(?= ?\\| ?(?:${pageWord})(?!\\p{L}))`, 'iu'),
];
const year = /^(?:19|20)\d\d$/;
const pageNumberAlone = new RegExp(
  `^[\\s–—|·-]*(?:${pageWord})? ?#(?: ?(?:of|von|de|di|sur|/) ?\\d{1,4}| ?\\| ?(?:${pageWord}))?[\\s–—|·-]*$`,
  'iu',
);

/**
 * Leaves out heads and feet that are repeated at the same height on several pages, so that they do not interrupt
 * sentences. What may be content stays.
 */
export class RunningLines {
  readonly #keys: ReadonlySet<string>;
  readonly #sizeMax: number;
  readonly #shown = new Set<string>();

  /** Learns them from the first pages. Lines higher than `sizeMax` are headings. */
  constructor(pages: readonly RunningPage[], sizeMax: number) {
    this.#sizeMax = sizeMax;
    const counts = new Map<string, number>();
    for (const [position, page] of pages.entries())
      for (const key of new Set(this.#candidates(page, position + 1).values()))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    const least = Math.max(pagesMin, pagesShareMin * pages.length);
    this.#keys = new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])));
  }

  /** What they say stays where it is first read; page numbers do not. */
  takeFrom(page: RunningPage, number: number): PageBlock[] {
    const repeated = new Set<PageLine>();
    for (const [line, key] of this.#candidates(page, number)) {
      if (!this.#keys.has(key)) continue;
      if (this.#shown.has(key) || pageNumberAlone.test(wordsOf(line, number).words)) repeated.add(line);
      this.#shown.add(key);
    }
    return page.blocks.flatMap((block): PageBlock[] => {
      if (block.kind === 'table') return [block];
      const lines = block.lines.filter((line) => !repeated.has(line));
      return lines.length > 0 ? [{ kind: 'lines', lines }] : [];
    });
  }

  /** By line, what it has in common with the same line on other pages. */
  #candidates({ blocks, extent }: RunningPage, number: number): Map<PageLine, string> {
    const candidates = new Map<PageLine, string>();
    if (extent === null) return candidates;
    const margin = (extent.top - extent.bottom) * marginShare;
    const lines = [
      ...outermost(blocks, { sign: 1, limit: extent.top - margin }),
      ...outermost(blocks, { sign: -1, limit: -(extent.bottom + margin) }),
    ];
    for (const line of lines) {
      const { words, shift } = wordsOf(line, number);
      if (line.height <= this.#sizeMax) candidates.set(line, `${Math.round(line.y)} ${shift} ${words}`);
    }
    return candidates;
  }
}

interface Edge {
  /** 1 for the top, -1 for the bottom. */
  readonly sign: 1 | -1;
  /** Where the margin ends, times the sign. */
  readonly limit: number;
}

/** The lines at an edge of the page, down to the first gap; none if there is no gap within the margin. */
function outermost(blocks: readonly PageBlock[], { sign, limit }: Edge): PageLine[] {
  const placed = blocks
    .flatMap(
      (block): Array<{ readonly at: number; readonly height: number; readonly line: PageLine | null }> => {
        if (block.kind === 'lines')
          return block.lines.map((line) => ({ at: line.y * sign, height: line.height, line }));
        const at = Math.max(block.top * sign, block.bottom * sign);
        return [{ at, height: block.height, line: null }];
      },
    )
    .toSorted((one, other) => other.at - one.at);
  const found: PageLine[] = [];
  let rows = 0;
  let previous: { readonly at: number; readonly height: number } | null = null;
  for (const { at, height, line } of placed) {
    const drop: number = previous === null ? height : previous.at - at;
    if (previous !== null && drop > gapMin * Math.max(previous.height, height)) break;
    if (drop > height / 2) rows += 1;
    if (line === null || at < limit || rows > rowsMax) return [];
    found.push(line);
    previous = { at, height };
  }
  return found;
}

/** With the number of the page as `#`, and by how much it differs from its position in the file. */
function wordsOf({ text }: PageLine, position: number): { readonly words: string; readonly shift: number } {
  for (const phrase of pagePhrases) {
    const number = phrase.exec(text)?.[0];
    if (number !== undefined && !year.test(number))
      return { words: text.replace(phrase, '#'), shift: Number(number) - position };
  }
  return { words: text, shift: 0 };
}
