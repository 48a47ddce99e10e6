import { cutPassages, type TextPassage, type TextRange } from './cut-passages.ts';

/** Cuts plain text into passages along its paragraphs. */
export function splitText(text: string): TextPassage[] {
  const section = {
    start: 0,
    end: text.length,
    headings: '',
    breakLevels: plainBreakLevels(text, { start: 0, end: text.length }),
  };
  return cutPassages(text, [section]);
}

/** Where plain text may be cut: at blank lines. Sentences are found where a paragraph is too long. */
export function plainBreakLevels(text: string, range: TextRange): number[][] {
  const blankLine = /\n[^\S\n]*\n/g;
  blankLine.lastIndex = range.start;
  const paragraphs: number[] = [];
  for (let match = blankLine.exec(text); match !== null; match = blankLine.exec(text)) {
    if (match.index >= range.end) break;
    // The second line break may begin the next blank line.
    blankLine.lastIndex = match.index + match[0].length - 1;
    paragraphs.push(blankLine.lastIndex);
  }
  return [paragraphs];
}
