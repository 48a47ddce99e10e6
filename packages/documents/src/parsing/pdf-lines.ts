import { type TextItem, tidySpaces } from './pdf-runs.ts';

/** A line of a page; `y` grows upwards. */
export interface PageLine {
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

/** The dots that lead from an entry to its page number or price. */
export const leaders = / ?(?:(?:\. ?){5,}|…{2,}) ?/;

/** Keeps the order of the file, which is usually the reading order, even with columns. */
export function gatherLines(items: readonly TextItem[]): PageLine[] {
  const lines: PageLine[] = [];
  let words = '';
  let y = 0;
  let height = 0;
  const end = () => {
    const text = tidySpaces(words);
    if (text !== '') lines.push({ text, y, height });
    words = '';
    height = 0;
  };
  for (const item of items) {
    if (words.trim() === '') y = item.transform[5] ?? 0;
    if (item.str.trim() !== '') height = Math.max(height, item.height);
    words += item.str;
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

/** Joins lines, rejoins words that were hyphenated at the end of a line, and turns bullets into list items. */
export function joinLines(lines: readonly PageLine[]): string {
  let joined = '';
  for (const line of lines) {
    const text = line.text.replace(leaders, ' … ').replace(/^[•▪◦‣●]\s*(?=\S)/u, '- ');
    if (joined === '') joined = text;
    else if (/\p{Ll}-$/u.test(joined) && /^\p{Ll}/u.test(text)) joined = joined.slice(0, -1) + text;
    else joined += `\n${text}`;
  }
  return joined;
}
